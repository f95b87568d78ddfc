/** Words for what each action does, in addition to those of its summary. */
export const actionWords = {
  list: 'list overview',
  get: 'get detail',
  api_search: 'search find look filter query',
  context_store_search: 'search find look filter',
  create: 'create add make new register',
  update: 'update change edit modify',
  delete: 'delete remove erase cancel',
  download: 'download save file export copy',
  upload: 'upload attach add send file',
} as const;

/** What summaries say for what is to be done, and how people ask for it. */
export const commands: Readonly<Record<string, string>> = {
  'create open': `create add make new open file raise request log submit propose suggest generate draft draw prepare register
    report issue enter record duplicate start begin launch publish wire spin charge order ask`,
  'change update': `change update edit modify set adjust alter correct fix mark move rename reword rewrite assign reassign raise
    reduce lower increase boost bump cut decrease extend expand swap switch turn postpone reschedule prioritize escalate
    resolve solve close reopen complete finish decline approve merge bid lock replace reject acknowledge upgrade downgrade retitle`,
  'delete remove cancel': `delete remove cancel erase discard drop purge wipe trash terminate kill end abort withdraw retract
    revoke void quit ban block kick throw expel take unsubscribe stop halt reject`,
  'send message': `send tell message dm text announce notify inform remind warn thank congratulate apologize broadcast ping
    nudge share shoot let post email resend whisper wish`,
  'comment reply send': 'comment reply respond answer write leave note apologise',
  'attach add': 'attach add link connect put tag label tie save store',
  'invite add': 'invite bring grant add',
  'subscribe create': 'subscribe enroll sign',
  'pause change': 'pause freeze disable deactivate stop halt turn switch hold',
  'enable start': 'enable activate reactivate resume unpause restart start turn switch launch',
  'confirm collect': 'confirm accept capture charge collect complete',
  finalize: 'finalize finalise lock finish complete',
  refund: 'refund reimburse return give',
  'archive close': 'archive shut close',
  call: 'call phone dial ring',
  reaction: 'react',
  schedule: 'schedule remind',
  'pin bookmark join buy': 'pin bookmark join buy',
};

/** Words that say nothing about the action. */
export const stopWords = `the a an of in on at to our we us i my me is are was were do does did has have had be been for from by with and or
  that this it its they them their there which who what whose whom when where why how can could may should will would you your please as
  so not no s t all one someone somebody any anyone if show list give get tell look up pull find check see summarize need now currently
  since yet already ever really today yesterday afternoon morning evening tonight month year quarter latest newest recent`;
