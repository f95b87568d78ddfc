/**
 * What professionals call the records of their systems, in British and American English: the name used in descriptions, and other names,
 * separated by commas. A name of several words is matched as a whole.
 */
export const tradeWords: Readonly<Record<string, string>> = {
  // Software
  repository: 'git repo, monorepo, fork, forks, source tree',
  branch: 'default branch, protected branch, head of, trunk, feature line, develop line',
  commit:
    'sha, hash, check in, checkin, git log, git history, who wrote this code, author of the change, revision, revisions',
  release:
    'release notes, changelog, change log, latest version, new version, download binaries, rolled out, cut a version, build we shipped',
  issue: 'bugs, bug report, defect, ticket in the repo, backlog, reported twice, known problems, feature wish, tracker',
  comment:
    'note under, reply under, answer under, remark under, conversation under, leave a note, chime in, write under',
  'pull request':
    'pr, prs, mr, mrs, merge request, change request, open changes, ready to merge, waiting for review, draft pr, patch, merged this',
  'pull request comment':
    'conversation in the pr, discussion on the pr, thread on the pr, comments on pr, comments under pr, remarks on pr',
  review:
    'approval, approvals, approved, approve, requested changes, changes requested, lgtm, sign off, signed off, reviewer, reviewers, code review, who reviewed',
  label: 'issue labels, colour of a label, tags for issues',
  milestone: 'sprint, target, percent done, how far are we, due for the version, release plan',
  organization: 'github org, org profile',
  team: 'squad, squads, guild, tribe, crew, who is on the team, team members, members of the team',
  stargazer: 'stars, starred, who starred, star count over, bookmarked our repo',
  viewer:
    'whoami, who am i, logged in as, whose token, which account is this, this token, my login, my own profile, credential belongs, which user is connected',
  'viewer repository': 'my repos, my own repos, repos of mine, my repositories, repositories i own, own projects',
  project: 'roadmap, planning board, project board, kanban board',
  'project item':
    'cards on the board, cards of the project, tickets on the project board, column of the board, in progress column, on the roadmap',
  discussion: 'forum, forum post, forum thread, community questions, q&a, answered question, ask the community',
  'file content':
    'source of, show the code, show the file, readme, package json, dockerfile, config file, yaml, yml, json file, contents of the file, read the file, what does the file say, line of the file',
  'directory content':
    'folder, folders, subfolder, files in, files under, everything under, what is inside, tree of, list the files, ls, directory listing, which files',

  // Customers and sales
  contact:
    'lead, leads, prospect, prospects, mql, buyer persona, decision maker, phone number of, contact details, reach out, everything we have on, who is, business card',
  company:
    'account in the crm, firms, business customer, customers by industry, employer of, corporate, accounts, vendor, supplier, partner',
  deal: 'opportunity, opportunities, pipeline, closed won, closed lost, sales stage, forecast, in negotiation, quotes out, win rate, about to close, worth more than, sales this quarter',
  ticket:
    'support ticket, case, cases, support case, service request, complaint, inquiry, enquiry, query from a customer, incident from a customer, waiting for an answer, unanswered, escalated, backlog, helpdesk request, service desk',
  'schema definition custom object':
    'custom object types, data model, object definition, which properties does, kinds of objects, own objects, structure of, what columns, custom entity, custom types',
  'record custom object':
    'records of our custom, rows of our custom, entries of our custom, our own object, instances of, custom records, custom type',

  // E-mail marketing
  'single send':
    'one off mailing, one off email, one time email, newsletter, blast, mailshot, mailing, email blast, broadcast, eshot',
  campaign:
    'mailing, mailings, newsletter, newsletters, edm, mailshot, blast, blasts, broadcast, email we sent, last newsletter, drafts, scheduled to go out, regular campaign, subject line',
  list: 'mailing list, distribution list, list we send to, recipient list, how many are on the list',
  'audience list':
    'audience, audiences, subscriber list, list size, how many subscribers, growth of our list, how many people get our newsletter',
  'list member contact':
    'subscriber, subscribers, subscribed, signed up for the newsletter, opted in, opt in, gets our newsletter, is on our list, readers, mailing list member, when did somebody subscribe, pending confirmation, double opt in, cleaned, non subscribed',
  segment:
    'target group, filtered group, saved filter, slice of, subset of, smart list, dynamic list, cohort of contacts',
  'segment member':
    'people in the segment, who is in the segment, contacts in the segment, members of the segment, who has the tag, contacts with the tag, tagged with, part of our audience, who falls into',
  template:
    'email layout, email design, mail design, transactional email, confirmation mail, welcome mail layout, dynamic template, html of the mail, versions of the mail, password reset mail, receipt mail',
  'single send stat':
    'open rate, click rate, ctr, opens, clicks, delivered, engagement, how did the mailing do, how many opened, mail performance, delivery figures',
  'report result':
    'open rate, click rate, opens, clicks, bounce rate, how did the newsletter do, how did the campaign do, campaign performance, results of the mailing, who much revenue, engagement, unsubscribe rate, how well',
  'email activity':
    'who opened, who clicked, opened the newsletter, clicked the link, did somebody open, opens per person, recipient did with, click history, who read the newsletter, never opened',
  bounce:
    'hard bounce, bounced, bouncing, undeliverable, mailbox does not exist, rejected for good, came back, dead addresses, non deliverable',
  block:
    'soft bounce, temporarily rejected, greylisted, deferred, blocked by the server, mailbox full, turned away, blacklisted, blocklisted',
  'spam report':
    'spam complaint, complaints, marked as spam, reported as junk, flagged as spam, this is spam, junk button, flag as junk, abuse reports, hit the spam button',
  'invalid address':
    'invalid email, malformed, mistyped, typo in the address, bad addresses, fake addresses, made up addresses, wrong email addresses, bogus',
  'global unsubscribe everything':
    'global unsubscribe, unsubscribed from everything, never contact again, do not contact, do not email list, opted out of all, no mail at all, suppression list, fully unsubscribed, opt outs',
  'suppression group kind unsubscribe':
    'unsubscribe groups, unsubscribe categories, preference centre, preference center, email preferences, kinds of mail, subscription types, opt out topics, which topics can people',
  'suppression group member':
    'unsubscribed from the group, opted out of the topic, opted out of one kind, who opted out of, left the unsubscribe group, no longer want the',
  automation:
    'drip campaign, drip, welcome series, email journey, customer journey, autoresponder, nurture, automated mails, birthday mail, win back series, workflow, email series, sequence',
  'interest category':
    'groups in mailchimp, signup form question, what can people choose, kinds of interests, group titles, interest groups, preference question',
  interest:
    'topics people can pick, options of the question, choices of the group, group names, answers of the category, likes',
  'unsubscribe contact campaign':
    'unsubscribed after, left our list, lost subscribers, who left, churned subscribers, opted out after the newsletter, why did they unsubscribe, unsubs, who signed off',

  // Support
  'ticket comment':
    'conversation on the ticket, reply to the customer, answer the customer, write back, internal note, private note, public reply, what did we answer, correspondence, messages in the ticket, what has been said, ticket thread, note on ticket, respond to ticket',
  'bulk ticket job same change many':
    'mass update, bulk update, bulk close, close all, in one go, all of these tickets, several tickets at once, tickets at once, batch',
  'deleted ticket':
    'trash, recycle bin, bin, thrown away, threw away, removed tickets, tickets removed by mistake, deleted by accident, which tickets were deleted, trashed',
  'user ask help agent administrator':
    'end user, end users, requester, requesters, support agent, support staff, customer profile, agents',
  'group team agent':
    'support team, support teams, agent team, second level, tier 2, first line, second line, departments in support, which teams',
  attachment:
    'attached file, screenshot of the customer, enclosed file, file the customer sent, uploaded file, pdf on the ticket, photo the customer sent',
  'ticket audit':
    'audit trail, ticket history, who changed the ticket, who reassigned, who closed, change history, what changed on the ticket, timeline of the ticket, who touched, who set the priority',
  'ticket metric':
    'first response time, first reply time, resolution time, handling time, time to resolution, how long did it take to answer, reopened how often, wait time, how fast do we answer, response times, requester wait, how often did it change hands',
  'ticket field':
    'fields on the ticket, custom ticket fields, drop down options, dropdown values, ticket properties, fields can a ticket',
  brand: 'brands, sub brand, help center brand, under which name',
  view: 'agent queue, ticket queue, saved view, saved search, inbox list, worklist, work list, shared view',
  macro:
    'canned response, canned responses, canned answer, saved reply, text module, text modules, quick reply, prewritten, ready made answer, snippets, boilerplate answers',
  trigger:
    'automatic notification rule, business rule, rules that run when a ticket, instant rule, on ticket creation, auto reply rule, what sends the confirmation',
  'automation rule time':
    'time based rule, auto close, closes tickets by itself, close after days, after 4 days, reminder rule, scheduled rules',
  tag: 'tags, tagging, keywords on tickets, most used tags, hashtags, marked with',
  'satisfaction rating':
    'csat, customer satisfaction, happy customers, unhappy customers, thumbs down, bad rating, good rating, survey answers, how satisfied, feedback score, smiley survey, rated us',
  'group membership':
    'agents in the group, who works in the group, who belongs to the group, agent assignments, who is in second level, in which groups, members of the support team',
  'organization membership':
    'who belongs to the organization, people at the customer, which company does the user belong, users of the organization, linked to the organization',
  'sla policy':
    'service level agreement, service level, slas, response target, reply target, how fast must we, promised response, promised reply times, targets for urgent tickets',
  'ticket form': 'request form, contact form, web form, forms customers fill in, which forms, forms to open a ticket',
  article:
    'knowledge base article, kb article, help article, help centre, help center page, faq, self service, how to article, support documentation, help pages',
  'article attachment':
    'file in the help article, pdf of the article, images of the article, download from the help center, files attached to the article, manual pdf',

  // Incidents
  incident:
    'outage, outages, sev1, sev 1, sev2, sev1s, p1, p1s, p0, major incident, post mortem, postmortem, retrospective, what is broken, what broke, anything on fire, something down, production problem, went down, service degradation, live incident',
  alert:
    'pager alert, monitoring alert, alarms, firing, triggered by monitoring, datadog alert, grafana, prometheus, noisy, went off',
  escalation:
    'paged, who got paged, who was paged, pages sent, called out of bed, woken up, ack, acked, acknowledged, did somebody respond, nobody answered the page, notified on call',
  'incident update':
    'status updates, latest on the incident, what was posted about, progress on the outage, communications about, what was communicated, latest news about the outage, last update',
  'incident role':
    'incident commander, incident lead, scribe, communications lead, roles in an incident, who does what, responsibilities in',
  'incident status':
    'stages of an incident, lifecycle, life cycle, statuses, phases, triage investigating, which states',
  'incident timestamp':
    'time to detect, detected at, resolved at, points in time, which times do we record, time stamps, moments we note',
  severity:
    'severities, severity levels, sev levels, how bad, definition of critical, difference between major and minor, priority levels',
  'custom field':
    'extra fields, additional fields, own fields, self defined fields, fields we added, fields we defined, custom attributes, custom properties, extra field, own field',
  'catalog type':
    'service catalog, service catalogue, software catalog, which services, catalogue, component types, kinds of things in the catalog',
  'schedule on call':
    'on call, oncall, on duty, rota, rotas, roster, pager duty, who has the pager, standby, shift, shifts, night shift, weekend shift, who is responsible tonight, rotation',

  // Advertising
  profile:
    'advertiser profile, marketplaces, advertising account, advertiser accounts, in which countries do we advertise, seller or vendor, which marketplaces',
  portfolio: 'portfolios, shared budget, campaign folders, group of campaigns, budget caps',
  'sponsored product campaign':
    'sp campaigns, sponsored products, amazon campaigns, product campaigns, amazon ads campaigns, auto campaigns, manual targeting, campaigns on amazon, acos',
  'sponsored product ad group': 'sp ad groups, amazon ad groups, default bid',
  'sponsored product keyword':
    'amazon keywords, keywords we bid on, search terms we bid on, keyword bids, match type, broad match, exact match, phrase match, which words do we bid on, words we pay for',
  'sponsored product product ad':
    'advertised products, advertised asins, asins we advertise, advertised skus, which products are advertised, are being advertised, products in our ads, which asins are we advertising, skus in ads, promoted products',
  'sponsored product target':
    'product targeting, targeted asins, competitor asins, competing products, category targeting, product targets, which competitors do we target, target expressions',
  'sponsored product negative keyword':
    'negative keywords, negatives, excluded words, excluded keywords, excluded search terms, words we block, words did we block, blocked words, not show for, do not show for, irrelevant searches',
  'sponsored product negative target':
    'negative targets, excluded products, excluded asins, excluded brands, products we do not want to appear beside, blocked asins, asins did we exclude, negative product targeting',
  'sponsored brand campaign':
    'sb campaigns, sponsored brands, headline ads, brand campaigns, banner campaigns, brand ads',
  'sponsored brand ad group': 'sb ad groups, sponsored brands groups, brand ad groups',
  'ad account':
    'ad account, ad accounts, advertising accounts, billing currency of the account, which accounts do we advertise with, linkedin accounts, account currency',
  'account user member role':
    'who has access, access to the ad account, who can edit, who can see the ad account, campaign managers, account managers, billing admin, permissions on the account, who is allowed, roles in the ad account',
  'campaign group':
    'campaign groups, group of campaigns, umbrella campaigns, bundle of campaigns, total budget of the group',
  creative:
    'ad creatives, ad images, ad copy, sponsored content, sponsored posts, video ads, carousel, which ads are running, ads in review, rejected ads, artwork',
  'conversion rule':
    'conversion tracking, conversions, insight tag, lead form tracking, what counts as a conversion, attribution window, goal tracking, post click window, what do we count',
  'campaign figure analytics':
    'ad spend, spend per campaign, spent on campaigns, cost per click, cpc, cpm, ctr, click through, impressions per campaign, clicks per campaign, how did our campaigns perform, campaign performance, how much did we spend, money on ads',
  'creative figure analytics':
    'which ad works best, best performing ad, best ad, performance of each ad, creative performance, clicks per ad, impressions per ad, figures per ad, figures per creative, which picture works, a b test of ads',
  'accessible customer':
    'accounts can i open, accounts i can reach, customer ids, which customer ids, accounts can this login, access to which accounts, directly accessible',
  'ad account setting':
    'time zone of the account, currency of the account, auto tagging, account settings, optimisation score, manager account',
  'campaign budget':
    'daily budget, budgets, campaign status, paused campaigns, running campaigns, enabled campaigns, bidding strategy, performance max, pmax, search campaigns, display campaigns, active campaigns, live campaigns',
  'ad group bid':
    'max cpc, cpc bid, max bid, default bid, bid of the ad group, ad sets, adsets, adgroup, adgroups, cost per click bid, bids',
  'ad text image link':
    'headline, headlines, descriptions, final url, final urls, landing page of the ad, ad texts, responsive search ads, rsa, ad copy, wording of our ads, disapproved ads, ad strength, text ads',
  'label attached campaign':
    'campaign labels, labelled campaigns, labeled campaigns, tagged campaigns, label on the campaign, campaigns marked, campaigns carry the label',
  'label attached ad group':
    'ad group labels, labelled ad groups, labeled ad groups, tagged ad groups, label on the ad group, ad groups carry the label',

  // Search engines
  'site property access':
    'verified sites, verified domains, verified properties, our domains, which websites, permission level, rights on the site, access to the site, owner of the site, what rights, am i owner, full user',
  sitemap:
    'sitemap xml, submitted urls, urls submitted, when did google read, last read by google, sitemap errors, site map, submitted pages, robots',
  'click impression position day':
    'clicks per day, organic clicks, organic traffic, search traffic, google traffic, seo trend, traffic from google, daily clicks, search visibility, clicks last week, traffic over time, when did the traffic drop',
  'click impression position country':
    'by country, per country, which countries do, from which countries, clicks from abroad, countries find us, markets, visitors from, in which country, regions, geography, where do searchers come from',
  'click impression position device':
    'by device, mobile traffic, on mobile, on phones, desktop versus mobile, mobile or desktop, share of mobile, tablets, smartphone users',
  'click impression position page':
    'by page, top pages, landing pages, which pages get, best pages, pages with most clicks, which urls, per url, which of our pages, most clicked page',
  'click impression position query':
    'by query, search queries, keywords we rank, top queries, search terms people use, what do people type, what do people search, average position for, rank for, ranking for, brand searches, queries bring, google for, type into google, find us with',
  'click impression position country device page query':
    'every dimension, all dimensions, all breakdowns, broken down by everything, query and page together, page and device, country and query, raw seo data, full breakdown',

  // Product analytics
  annotation:
    'chart note, chart markers, marker on the chart, release marker, mark on the graph, noted on the charts, chart annotations, what was noted, event markers',
  cohort:
    'user cohorts, behavioural cohort, behavioral cohort, group of users, power users, churned users, retained users, user segments, saved user groups',
  'event type total week':
    'tracked events, event taxonomy, tracking plan, which events, event volume, events per week, what do we track, event counts, most frequent event, how often was the event, custom events, instrumentation, fired events',

  // Hiring
  candidate:
    'applicant, applicants, talent, talents, job seekers, person who applied, studied at, cv of, phone number of the applicant, sourced people, talent pool, resume of, worked at, profile of the applicant',
  application:
    'application status, hiring stage, in the final round, final round, interview stage, pipeline for the job, who is in the process, rejected applicants, applied for, how far is, progress of the applicant, in which stage, active applications, hired for',
  job: 'requisition, requisitions, req, reqs, headcount, open headcount, openings, open positions, vacancies, roles we hire for, open roles, hiring for, positions to fill, hiring manager for, who is the recruiter for, hiring team',
  'job post posting advertisement':
    'job ads, job advert, job adverts, job board, careers page, career site, careers site, published vacancies, apply link, link to apply, deadline to apply, application deadline, job description, where people apply, application form, live on the site, on our website',
  offer:
    'job offer, offer letter, offer letters, salary offered, start date of, accepted offers, declined offers, signed the offer, compensation package, offers out, pending offers',
  department:
    'departments, org chart, organisational unit, cost centre, division, business units, parent department, dept, depts, org structure',
  office: 'offices, office locations, branches of the company, our sites, where are our offices',
  location:
    'job locations, cities we hire in, where are we hiring, remote or on site, places we hire, workplaces, in which cities, warehouses, stock locations, stores, shops, outlets',
  source:
    'referrals, recruitment channel, job boards that bring, agencies, headhunters, how did they find us, where do applicants come from, source of hire, hiring channel, linkedin or referral, through which channel, where did they hear',
  'scheduled interview':
    'interview schedule, interview appointments, interviews tomorrow, interviews this week, interview calendar, who interviews, onsite interview, phone screen, screening call, interview slot, upcoming interviews, interview time, who is interviewing',
  'application attachment file resume':
    'cv of the application, cover letter, application documents, resume that came with, motivation letter, application as a file',
  'candidate attachment file':
    'cv of the candidate, candidate documents, file of the candidate, resume of the candidate, certificates',
  'archive reason':
    'rejection reasons, reasons for rejection, reject reasons, why do we reject, reasons to turn down, withdrawal reasons, reasons we can choose, decline reasons',
  'candidate tag':
    'tags on candidates, labels for candidates, candidate labels, mark candidates, tags for applicants, talent tags',
  'feedback form definition':
    'scorecard, scorecards, scorecard template, interview feedback form, evaluation form, interview questions, interviewers fill in, assessment form, feedback templates',

  // Chat
  'user member workspace':
    'slack users, slack profile, job title of, time zone of, slack handle, who is in the workspace, workspace members, display name, bots in',
  channel: 'rooms, group chats, slack channels, private channels, public channels, channel list, chat room, dms',
  'channel message':
    'what was said in, what did people say, what did people write, what was written in, messages in the channel, chat history, conversation in, last messages, scroll back, catch up on, read the channel, latest in, going on in, discussed in, talked about in, posted in',
  thread:
    'replies in the thread, thread replies, answers to the message, replies to the message, whole thread, replies under, conversation below, answers under',
  'message send':
    'dm, ping, drop a line, let the team know, post in, shoot a message, direct message, let know, heads up, write to, announce, give a shout, chat message',
  'topic channel': 'channel topic, headline of the channel, topic line, set the topic, text at the top of the channel',
  'purpose channel':
    'channel description, describe the channel, purpose, what the channel is for, description of the channel, channel is about',
  'invite channel':
    'add to the channel, add her to the channel, bring into the channel, get into the channel, invite to channel, pull into, add people to, into the channel',
  reaction:
    'emoji, thumbs up, thumbs down, tick mark, check mark, checkmark, tada, react, reacji, smiley, like the message, heart, eyes, party popper',
  'ephemeral message one person':
    'only she can see, only he can see, only they can see, nobody else can see, nobody else sees, visible only to, privately in the channel, whisper, for her eyes only, only visible to, just him, only for, without others seeing, others must not see',
  'schedule message later':
    'remind, reminder, send later, tomorrow morning, tomorrow at, on monday at, at 9 am, at 8, queue a message, delayed message, in two hours, next monday, later today, timed message, plan a message',
  'archive channel':
    'close the channel, shut down the channel, retire the channel, channel no longer needed, put the channel away, put it away, channel is not used, mothball, wind down',
  'kick remove person channel':
    'throw out of the channel, remove from the channel, kick out, take out of the channel, out of the channel, boot, no longer in the channel',
  'join channel':
    'enter the channel, let the bot in, have the bot join, bot into the channel, get into, be part of the channel',
  'pin message': 'pin to the channel, stick to the top, keep the message visible, pinned, keep at the top',
  'bookmark channel link':
    'save the link, link at the top, add a link, quick link, shortcut in the channel, link to the channel, put the link',

  // Telephony
  account: 'subaccount, subaccounts, sub account, sub accounts, suspended account, account status',
  call: 'phone calls, phoned, rang, ring up, dial, calls yesterday, missed calls, inbound calls, outbound calls, incoming calls, call duration, how long was the call, who called, pick up, picked up, busy, no answer, call log, talk time, call somebody, give a ring, telephoned',
  'message sms':
    'text messages, sms, texts, mms, whatsapp, texted, text message, failed messages, undelivered, delivery status, was the sms delivered, sms sent',
  'incoming phone number':
    'our phone numbers, numbers we own, phone numbers do we have, numbers do we rent, twilio numbers, dial in numbers, hotline, buy a number, new number, local number, area code, get us a number, toll free, webhook of the number',
  recording:
    'call recording, call recordings, recorded calls, audio of the call, voicemail, voicemails, listen to, recording of the call, tapes, recorded',
  conference:
    'conference calls, conference call, group calls, multi party, dial in meetings, three way call, telephone conference, participants on the call',
  'usage record category':
    'usage costs, consumption, what do we spend, spend on sms, how much did we spend on calls, cost per category, usage by category, bill so far, phone bill, how many minutes, how many sms, what did twilio cost, monthly costs',
  'postal address number':
    'regulatory address, emergency address, registered address, address for the number, addresses on file, registered addresses, 911 address',
  'queue caller':
    'callers waiting, waiting callers, hold queue, call queue, on hold, waiting time, waiting line, how many are waiting, hotline queue, average wait',
  transcription:
    'transcript, transcripts, text of the recording, written version of the call, what was said on the call, speech to text, voicemail text, what did the caller say, recording as text',
  'verified caller id':
    'caller id, caller ids, verified numbers, outgoing numbers, number we show, display number, show as caller, numbers we may show',

  // Writing
  space: 'wiki spaces, team space, personal space, areas of the wiki, which spaces, sections of the wiki, space key',
  'page document wiki':
    'wiki page, wiki pages, doc, docs, documentation, policy, policies, handbook, guideline, guidelines, runbook, runbooks, how to, meeting notes, minutes, onboarding guide, spec, specs, decision record, write up, documented, wrote down, instructions, playbook, checklist, what does it say about, know about, know internally, anything on, knowledge, pages in the space, in the space, filed in',
  'blog post':
    'news posts, internal news, blog entries, announcements, company news, posts on the blog, blog articles, ceo letter',

  // Work
  board:
    'project boards, task boards, boards do we have, columns of the board, kanban boards, tracker, spreadsheet, project plan',
  item: 'tasks, task, to dos, todos, rows, work items, still not done, not done, due this week, overdue, assigned to, my tasks, open tasks, action items, subtasks, who works on, rows on the board, cards, what is left to do, stuck, working on it, backlog, tasks on the board, on the board',
  'update post item':
    'comments on the item, comments on the task, posts on the item, written under the item, write under the task, wrote on the item, latest comments, what did colleagues write, conversation on the task, notes on the task, discussion on the item, comments people wrote, replies on the item',
  'tag board share':
    'labels across boards, tags across boards, shared labels, public tags, hashtags, labels on all boards, labels we can use',
  workspace: 'workspaces, areas in monday, main workspace, which workspaces, department workspaces',
  'activity log board':
    'board history, who changed the board, who moved the item, who deleted the item, audit log of the board, what happened on the board, changes on the board, activity on the board, who changed the status, column changes, history of the board',
  'people user account':
    'birthday, phone number of a colleague, job title, colleague, team mates, deactivated people, invited people, guests, staff list, account members',
};
