/** What addresses a language model rather than a person, in small letters without accents, with single spaces. */
const signs: readonly RegExp[] = [
  // Ignore all previous instructions, in the languages of the labelled set.
  /(?<!\p{L})(?:ignore|disregard|forget|override|bypass|drop|erase|abandon|stop following|do not follow|don't follow|no longer follow) (?:(?:all|any|every|the|your|of|my|these|those|and|other|safety|content|original|initial|previous|prior|earlier|preceding|above|system|developer) ){1,6}(?:instructions?|prompts?|directions|directives|guidelines|rules|commands|policies|filters|restrictions)(?!\p{L})/u,
  /(?<!\p{L})(?:ignore|disregard|forget) (?:all |any |the )?(?:previous|prior|earlier|preceding|above) (?:instructions|prompts|directions|directives|guidelines|rules|commands)(?!\p{L})/u,
  /(?<!\p{L})(?:ignore|disregard) (?:all )?(?:the )?(?:instructions|directions|text|everything)? ?above(?: and|,| -)? ?(?:instead|say|print|output|write|tell|reply|respond|answer)/u,
  /(?<!\p{L})(?:ignore|disregard|forget) the (?:instructions|directions|rules) (?:above|before)/u,
  /(?<!\p{L})(?:forget|ignore|disregard) (?:about )?(?:everything|all|whatever|what) (?:else )?(?:that )?(?:you know|you have been told|you were told|you've been told|i told you|i said|we discussed|above|before|prior)/u,
  /(?<!\p{L})forget (?:all|your) (?:previous |prior |earlier )?(?:tasks|thoughts|training|role)|(?<!\p{L})forget everything[,.!] (?:now|you|your|write|say|instead)/u,
  /(?<!\p{L})(?:ignorier|vergiss|vergesst|vergessen sie|missacht)\p{L}{0,3} (?:(?:jetzt|nun|bitte|alle|die|deine|ihre|sie|bisherigen|vorherigen|vorangehenden|vorigen|obigen|fruheren) ){1,5}(?:anweisungen|instruktionen|regeln|vorgaben|befehle|auftrage)/u,
  /(?<!\p{L})vergiss alles,? (?:davor|was|vorherige|bisherige|gesagte)/u,
  /(?<!\p{L})(?:ignore[zr]?|oublie[zr]?|ne tenez pas compte|tenez pas compte) (?:(?:de|toutes|tous|les|des|vos|tes) ){1,3}(?:instructions|consignes|regles)/u,
  /(?<!\p{L})(?:ignora|ignore|ignorad|olvida|olvide|omite) (?:(?:todas|las|tus|sus) ){1,3}(?:instrucciones|ordenes|reglas)/u,
  /(?<!\p{L})(?:ignora|ignori|dimentica) (?:(?:tutte|le|tue) ){1,3}(?:istruzioni|regole)/u,
  /(?<!\p{L})(?:ignore|esqueca|desconsidere) (?:(?:todas|as|suas) ){1,3}(?:instrucoes|regras)/u,
  /(?<!\p{L})(?:negeer|vergeet) (?:(?:alle|de|je|vorige|eerdere|bovenstaande) ){1,4}(?:instructies|opdrachten|regels)/u,
  /(?<!\p{L})(?:zignoruj|ignoruj|zapomnij) (?:(?:o|wszystkie|wszystkich|poprzednie|poprzednich|wczesniejsze|wczesniejszych|powyzsze) ){1,3}(?:instrukcj|poleceni)/u,
  /(?<!\p{L})(?:ignorera|glom|bortse fran) (?:(?:alla|dina|tidigare|foregaende) ){1,3}(?:instruktioner|regler)/u,
  // Its own instructions.
  /(?<!\p{L})(?:reveal|print|show|repeat|output|display|echo back|leak|disclose|tell me|give me|what is|what are|zeige?|affichez?|revelez|muestra|mostra|mostre|toon|wyswietl|visa) (?:me |mir )?(?:(?:your|all|the|deinen?|den|ton|votre|le|tu|el|il|tuo|seu|o|je|de|din|full|complete|entire|exact|raw|hidden|initial|original|own) ){0,4}(?:system[- ]?prompts?|systemprompt|prompt (?:del|di|do|du) sistema|prompt systeme|systeemprompt|prompt texts?)(?!\p{L})/u,
  /(?<!\p{L})(?:what (?:were|are|is)|reveal|show me|print|repeat|quote) (?:the |your )(?:exact |full |hidden |secret |initial |original |own )?(?:instructions|prompt|rules) (?:you were given|you received|verbatim|word for word|word by word)/u,
  /(?<!\p{L})(?:what|tell me what) your (?:initial|original|first|hidden|secret) (?:instructions|prompt|rules) (?:were|are|is)/u,
  /(?<!\p{L})(?:affiche|muestra|mostra) (?:le|el|il|o) prompt(?!\p{L})/u,
  /(?<!\p{L})repeat (?:the|all|every) (?:text|words|everything)? ?above/u,
  // Another role.
  /(?<!\p{L})you are (?:now|no longer) (?:in |an? )?(?:dan|in dan mode|developer mode|assistant(?=[.!])|going to act as (?:chatgpt|dan|an ai)|unrestricted|unfiltered|evil|jailbroken|free from|bound by|restricted|uncensored|different ai|new ai)(?!\p{L})/u,
  /(?<!\p{L})du bist (?:jetzt|nun|ab sofort) (?:ein )?(?:uneingeschrankt|unzensiert)/u,
  /(?<!\p{L})(?:act as|pretend (?:that you are|to be|you are)) (?:an? |the )?(?:unrestricted|unfiltered|evil|jailbroken|dan|administrator|admin|root|system|developer|ai)(?!\p{L})/u,
  /(?<!\p{L})(?:from now on,?|henceforth,?) you (?:will|must|shall|are) (?:answer|respond|reply|obey|act|only|always|ignore|comply|pretend)/u,
  /(?<!\p{L})enable (?:developer|dan|god|jailbreak) mode and/u,
  /(?<!\p{L})jailbreak(?::| mode| prompt)|(?<!\p{L})(?:prior|previous|your) (?:rules|instructions) (?:are|is) (?:now )?(?:void|cancelled|obsolete|suspended)/u,
  /(?<!\p{L})new (?:system )?instructions: ?(?:export|send|delete|forward|ignore|you|print|reveal|call|email|transfer|act|do)(?!\p{L})/u,
  // Addressed to a model, or marked as if from its operator.
  /(?<!\p{L})(?:if|when|as|since|because) you(?:'re| are)? (?:an? |the )?(?:ai|llm|language model|chatbot|assistant)(?!\p{L})/u,
  /(?<!\p{L})as an? (?:ai|large language model|language model|llm)(?: language model| assistant| model)? you (?:must|should|will|have to|need)/u,
  /(?<!\p{L})(?:attention|dear|hey|hello|note to|notes? for|message (?:to|for)|instructions? (?:to|for)) (?:all |any |the |every |other )?(?:ai|llm|language model|assistant|chatbot)s?(?: agents?| assistants?| models?)?(?:,|:| reading)/u,
  /(?:<!--|\/\*|\[) ?(?:ai|llm|assistant|language model)s?: /u,
  /(?<!\p{L})(?:ai|assistant|agent|llm)[,:] (?:do not|don't|please|you must|never) (?:tell|mention|reveal|inform|say|call|run|send|forward|delete)/u,
  /(?<!\p{L})(?:do not|don't|must not|never) (?:tell|inform|mention (?:this|it|that) to|notify|show|reveal (?:this|it|that) to) the user (?:that|about|of|anything|this)/u,
  /(?<!\p{L})hide this (?:\p{L}{1,12} )?from the user(?!\p{L})/u,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|>|\[\/?inst\](?!\p{L})|<<\/?sys>>|<\/?(?:system|instructions?|system_prompt|system-reminder)>/u,
  /#{2,4} ?(?:system|instruction|assistant)(?: (?:prompt|message))?: ?(?:you|ignore|from|always|never|\p{L}{1,12} must)/u,
  /(?<!\p{L})system: ?(?:you are|you must|ignore|the user has|all users|new|override)(?!\p{L})/u,
  /(?<!\p{L})begin (?:system|admin|developer) (?:message|prompt|instructions?)/u,
  // Languages without spaces or with other letters.
  /(?:忽略|无视)[^。\n]{0,12}(?:指令|指示|提示)|(?:指示|命令|プロンプト)[^。\n]{0,8}無視|(?:지시|명령)[^.\n]{0,8}무시/u,
  /(?<!\p{L})(?:про)?(?:игнорируи|забуд)\p{L}{0,5} (?:(?:все|всю|эти|твои|ваши|предыдущие|прежние) ){1,3}(?:инструкции|указания|правила)/u,
];

/** Whether a text contains what looks like instructions to a language model (prompt injection): for a mark, never for removal. */
export function hasInstructions(text: string): boolean {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s\u2800]{1,1000}/g, ' ');
  return signs.some((sign) => sign.test(plain));
}
