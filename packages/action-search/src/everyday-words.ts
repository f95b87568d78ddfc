/**
 * What people call the records of business systems: the word used in descriptions, and everyday words and phrases for it, separated by
 * commas. A wish with one of these also matches the word of the descriptions. A word can mean several things.
 */
export const everydayWords: Readonly<Record<string, string>> = {
  // People and companies
  customer: 'client, buyer, shopper, purchaser, consumer, patron, guest',
  contact:
    'person, people, lead, prospect, address book, subscriber, subscribed, recipient, reader, client, somebody we know, contact person',
  people: 'person, human, colleague, staff, employee, coworker',
  user: 'colleague, coworker, employee, staff, teammate, person, people, login, seat, admin, administrator, who works, who uses, works with, recruiter, hiring manager, guest, rep, operator, who',
  member:
    'subscriber, subscribed, participant, colleague, teammate, person, people, belongs, who is in, access, seat, recipient, who',
  agent: 'support rep, support staff, representative',
  viewer: 'who am i, myself, my account, my profile, logged in as, signed in, my own',
  candidate: 'applicant, job seeker, talent, prospect, talent pool, who applied, hire, person, people',
  application: 'applied, applicant, apply, how far, stage, in process, candidacy',
  company: 'firm, business, employer, enterprise, corporation, organisation, organization, vendor, supplier',
  organization: 'firm, business, enterprise, organisation, company, our company, employer',
  org: 'company, organization, organisation, our company, firm',
  group: 'team, crew, department, support team, bundle, bundled',
  team: 'crew, squad, teammate, group',
  department: 'division, business unit, team',
  office: 'branch, site, city, location, place',
  location: 'city, place, warehouse, branch, store, site',
  membership: 'belongs, member, who is in',

  // Selling
  deal: 'opportunity, sale, pipeline, won, lost, win, revenue, closing, forecast, quarter, expected revenue, prospective sale',
  order:
    'purchase, bought, buy, sold, sale, checkout, revenue, sell, waiting to be shipped, unfulfilled, not shipped, to ship',
  purchase: 'order, bought, buy, sold',
  product: 'item, goods, merchandise, article for sale, what we sell, sell, sold, sold out, assortment, asin, sku',
  variant: 'size, colour, color, version, model, sku',
  variation: 'size, colour, color, version, variant, model, sku',
  attribute: 'size, colour, color, property, characteristic, material',
  category: 'department, section, kind of product, sort, group, aisle',
  collection: 'category, assortment, product group',
  image: 'photo, picture, photograph',
  picture: 'photo, image, photograph, visual',
  stock: 'sold out, out of stock, available, availability, warehouse, left, inventory, in stock',
  inventory: 'stock, in stock, warehouse, left, available, units, on hand, quantity',
  level: 'left, in stock, quantity, units, on hand, how many are left',
  coupon: 'voucher, promo, promotion, discount, gift code, rebate, code',
  discount: 'voucher, promo, promotion, rebate, coupon, reduction, price cut',
  rule: 'condition, logic, automatic, policy',
  abandoned: 'not buy, did not finish, left behind, unfinished, incomplete, never bought, cart, basket, gave up',
  checkout: 'cart, basket, trolley, payment link, link to pay, payment page, where somebody can pay, pay online',
  draft: 'quote, not finished, unfinished, unpublished, prepared, not sent yet',
  fulfillment: 'parcel, package, shipment, shipped, delivery, delivered, dispatch, on its way, tracking, arrive',
  shipping: 'delivery, deliver, ship, postage, dispatch, freight, courier',
  zone: 'region, where do we ship, area, deliver to, ship to',
  address: 'home, street, lives, postal, postcode, residence',
  review:
    'opinion, feedback, say about, stars, testimonial, think of, approved, approve, signed off, sign off, looked at',
  tax: 'vat, gst, duty, sales tax, taxed',
  gateway:
    'ways to pay, payment option, pay by, can pay, can people pay, payment provider, accept, payment method, means of payment',
  metafield: 'custom field, extra field, additional field, extra data, metadata, custom',
  shop: 'store, storefront, webshop, online store, store settings',
  country: 'nation, abroad, where in the world',

  // Money
  invoice: 'bill, billing, receipt, owe, owed, unpaid, overdue, paid, not paid, statement, debtor',
  refund:
    'money back, give back, reimburse, reimbursement, pay back, paid back, return, returned, credit back, compensate',
  charge: 'payment, card payment, debit, transaction, collected, failed payment, paid, decline, declined, billed',
  payment: 'pay, paid, charge, money, transaction, card, collect, debit',
  intent: 'payment in progress, pending payment, incomplete payment',
  subscription: 'plan, membership, recurring, monthly, yearly, annual, renewal, sign up, contract, renew',
  price: 'cost, costs, tariff, rate, how much does, fee, more expensive, cheaper',
  dispute: 'chargeback, contest, contested, complain to the bank, contested payment, question a payment, reclaim',
  payout: 'bank transfer, transfer, to the bank, bank account, get our money, withdrawal, settle, deposit',
  balance: 'how much money, funds, cash, money do we have, money left, available money',
  transaction: 'movement, money in, money out, fee, fees, earn, earned, income, paid, bookkeeping',
  usage: 'spend, spent, cost, costs, consumption, consumed, used, bill, charged, we pay, how expensive, billed',
  method: 'card, bank details, credit card, carrier, courier, means of payment, way to ship',
  portfolio: 'group of campaigns, shared budget, pooled, budget across',
  budget: 'money to spend, spend limit',

  // Support
  ticket:
    'case, support request, inquiry, enquiry, complaint, complain, help request, question, problem, wrote to us, request, customer issue, contacted us, unresolved',
  comment:
    'reply, replied, respond, response, answer, wrote back, write back, note, remark, conversation, said, discussion',
  satisfaction: 'happy, happiness, satisfied, unhappy, feedback, csat, pleased, score',
  rating: 'score, stars, feedback, happy, grade',
  metric: 'how long, how fast, first reply, response time, resolution time, wait, duration, speed, measure',
  audit: 'history, who changed, changed, change log, trail, log, edited, what happened',
  macro:
    'canned, canned reply, template answer, prepared answer, standard reply, saved reply, quick reply, boilerplate',
  trigger: 'automatic rule, automation, when a ticket comes in, fires',
  automation:
    'automatic, by themselves, by itself, workflow, drip, series, journey, autoresponder, time based, sequence',
  sla: 'response time, promise, promised, service level, deadline, target time',
  view: 'queue, saved list, worklist, filter',
  bulk: 'at once, in one go, several, many, mass, all of these, together',
  deleted: 'trash, thrown away, recycle bin, removed, restore, lost, erased, bin',
  article: 'help page, faq, knowledge base, how to, guide, instructions, blog, story, post, manual',
  form: 'questionnaire, fill in, template, sheet, scorecard',
  field: 'property, column, attribute, data, information, detail',
  brand: 'label, trademark, company name',
  attachment: 'file, screenshot, document, picture, upload, attached, resume, cv',
  file: 'document, screenshot, readme, source code, script, config, upload, resume, cv',

  // Code
  issue: 'bug, task, defect, problem, feature request, todo, error report, feature, suggestion, idea, improvement',
  repository: 'repo, code base, codebase, project, code, source code',
  pull: 'pr, prs, merge, merged, merging, merge request, code review, open changes',
  request: 'pr, prs, merge request',
  commit: 'change, changes, pushed, push, checked in, code change, diff, merged, last changes',
  branch: 'feature branch, line of development, main, master',
  release: 'version, shipped, ship, published version, changelog, rollout, deployed',
  tag: 'label, version, keyword, marked, category, marking, word',
  label: 'tag, marking, category',
  milestone: 'goal, target date, deadline, sprint, version plan',
  stargazer: 'star, starred, fans, like our project',
  directory: 'folder, files in, contents of',
  content: 'text, read, what is in, readme, source code, inside, look like, lines of',
  discussion: 'forum, question, conversation, q a, debate',
  project: 'board, roadmap, kanban, plan',
  item: 'task, card, row, entry, to do, todo, work, plate, assignment, deadline, due, overdue',

  // Writing
  page: 'document, doc, documentation, documented, guide, policy, manual, text, url, landing page, website, instructions, handbook, notes, write up, about us, knowledge, written down, minutes, meeting notes, spec, specification, runbook, explain, how we',
  space: 'area, section, knowledge base, wiki of',
  blog: 'news, announcement, post, story, journal',
  post: 'news, announcement, article, message, said, ad',
  site: 'website, domain, property, web page, homepage',
  sitemap: 'crawl, indexed, map of the site, read our pages',

  // Mail
  campaign: 'newsletter, mailing, mail shot, blast, advertising, ads, promotion, email, issue of the newsletter',
  single: 'newsletter, mailing, one off, blast',
  send: 'newsletter, mailing, blast, e mail',
  singlesend: 'newsletter, mailing, blast, email, e mail, single send',
  email: 'e mail, mail, mailing, newsletter, inbox',
  list: 'mailing list, distribution list, audience, newsletter list',
  audience: 'mailing list, subscribers, list, readership, followers',
  segment: 'filter, saved filter, subset, group of, part of the audience, condition, conditions, target group, marked',
  template: 'layout, design, text of the mail, boilerplate, confirmation mail',
  stat: 'opened, clicked, open rate, click rate, delivered, performance, perform, statistics, reach, figures, numbers, results, how often',
  statistic: 'open rate, click rate, performance, figures, numbers',
  report:
    'result, results, perform, performed, performance, open rate, click rate, how did, success, statistics, figures, numbers, go',
  activity:
    'opened, clicked, click, open, did, behaviour, history, log, moved, what happened, changed, change, changes',
  bounce:
    'rejected, undeliverable, returned mail, did not arrive, not delivered, mailbox, refused, for good, permanently, hard bounce',
  block: 'rejected, turned away, temporarily, refused, soft bounce, for now, not delivered',
  spam: 'junk, complained, unwanted',
  invalid:
    'not exist, does not exist, do not exist, wrong, fake, mistyped, typo, misspelt, bad address, no longer exist',
  suppression: 'opt out, opted out, unsubscribed, unsubscribe, do not mail, do not write',
  unsubscribe: 'opt out, opted out, left, leave, cancelled the newsletter, no longer want, sign off, signed off, quit',
  global: 'everything, all mail, all our mail, entirely, altogether, completely',
  interest: 'topic, like, hobby, preference, prefer, interested, care about, group',

  // Advertising
  ad: 'advert, advertisement, advertising, banner, commercial',
  creative: 'picture, image, text, video, advert, banner, ad, wording, looks like',
  keyword: 'search word, search term, word, phrase, bid on, term, terms, search phrase',
  negative:
    'excluded, exclude, not appear, not show, not shown, blocked, avoid, never show, must not, never, without, not for',
  target: 'aim, asin, competitor, product page, targeting, bid on, reach',
  profile: 'account, marketplace',
  conversion: 'lead, goal, result, counts as, success, purchase, sign up',
  analytics:
    'cost, costs, spend, spent, click, clicks, impression, impressions, views, performance, perform, per day, daily, figures, numbers, results, works best, ctr, kpi',
  figure: 'cost, spend, clicks, impressions, performance, numbers, statistics, daily, per day, how often',
  accessible: 'can i get into, can i open, have access, may i see, log in to',
  account: 'advertising account, profile, login, subaccount',

  // Search engines
  query:
    'search term, search word, what people search, google for, googled, find us, rank, ranking, keyword, looked for, position, people search',
  device: 'mobile, phone, desktop, computer, tablet, smartphone',
  date: 'per day, daily, day, trend, over time, development, dropped, drop, traffic, develop, developed, development, growth, per week, weekly, monthly, timeline',
  search: 'google, googled, find us, traffic, visitors, seo, organic, rank, ranking',
  property: 'website, site, domain, verified',

  // Incidents
  incident: 'outage, broken, down, downtime, disruption, failure, emergency, breakdown, offline, not working, crisis',
  alert: 'alarm, monitor, monitoring, fired, went off, warning, broken, notification',
  escalation: 'paged, page, woken, called out, acknowledge, acknowledged, alerted people, was called',
  schedule: 'on call, on duty, rota, roster, shift, who is responsible now, standby, pager',
  severity: 'bad, badness, how bad, priority, serious, impact, level, critical',
  role: 'responsibility, commander, lead, leads, in charge, in command, responsible',
  status: 'state, stage, phase, progress, step',
  timestamp: 'moment, when, time, milestones, began, ended, timing',
  update: 'posted, said, written, news, progress, communicated, comment, reply, post, conversation',
  catalog: 'service, services, component, inventory of services',
  custom: 'own, our own, extra, additional, special, self defined, define, set up',

  // Hiring
  job: 'position, vacancy, opening, role, requisition, hiring for, open role, employment',
  posting: 'vacancy, job ad, job advert, careers page, career site, online, live, opening, published',
  offer: 'contract, salary, proposal, offered, accept, accepted, compensation, sign, pay package',
  interview: 'talk, conversation with, meeting with, appointment, interviewer, meet',
  source:
    'come from, channel, channels, where from, referral, origin, find out about us, hear about us, job board, agency, hear about, heard, send us',
  archive: 'turn down, turned down, reject, rejected, rejection, decline, close, retire, refuse, not hired',
  reason: 'why, rejection, cause, grounds',
  feedback: 'scorecard, evaluation, assessment, opinion of interviewers, fill in, interviewer',
  resume: 'cv, curriculum vitae',

  // Chat and telephony
  channel: 'room, group chat, chat, conversation, chatroom',
  message:
    'said, written, post, posted, chat, dm, text, sms, texts, whatsapp, wrote, conversation, announcement, note, whatsapp, mms, notification, notify',
  thread: 'answer below, reply, replies, replied, below, under, follow up, responses',
  reaction: 'emoji, thumbs up, thumb, smiley, like, heart, react',
  ephemeral: 'only one person sees, privately, just for, only visible, whisper, only to, secretly',
  scheduled: 'later, remind, reminder, tomorrow, at 9, on monday, in an hour, planned, next week, planned, future',
  topic: 'subject, headline, theme',
  purpose: 'description, what it is for, about',
  pin: 'keep on top, highlight, stick',
  bookmark: 'link, save a link, shortcut',
  invite: 'add people, bring in, let in, join',
  remove: 'kick, throw out, expel, take out',
  call: 'phone, ring, telephone, dial, called, rang, spoke, talked',
  phone: 'telephone, number, line, mobile',
  number: 'phone number, line, telephone',
  recording: 'audio, voicemail, hear, listen, recorded, tape, voice message',
  transcription: 'written version, in writing, text of the call, transcript, voicemail, what was said, as text, speech',
  conference: 'group call, several people on the line, meeting call, took part, participants',
  queue: 'waiting, on hold, wait, line, holding',
  caller: 'caller id, shown number, show as, calling',

  // Work and product
  board: 'table, sheet, project, list of tasks, kanban, roadmap, plan',
  workspace: 'area, top level, folder of boards, environment',
  log: 'history, who moved, who changed, what happened, trail, changed, changes, done',
  event: 'action, user action, activity, tracked, track, usage, feature, click, sign up, do most, behaviour, tap',
  cohort: 'group of users, segment, user group, user segment, group, subset',
  annotation: 'note, marker, remark, noted, mark on the chart, comment',
  chart: 'graph, dashboard, diagram, curve',
  object: 'record, entry, entity, data type, own type',
  schema: 'definition, structure, kinds of records, data model, type, which fields',
  definition: 'structure, meaning, defined, define',
  type: 'kind, sort',
};
