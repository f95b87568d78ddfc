import { daysAgo, entry, idAt, list, personAt, teamAt } from './sample-company.ts';

// What monitoring notices.
const symptoms = list(
  `error rate above 5%,latency above 2 s,queue older than 30 min,success rate below 90%,no data for 10 min,temperature above 7 °C,unusual export,crash rate above 2%,sudden change of prices,orders at half of usual`,
);

// What the lead of the newest ones wrote last; of older ones, the last two in turn.
const updates = [
  'The cause is narrowed down. A fix is being tested.',
  'The fix is out. We watch it until tomorrow.',
  'The cause is found and removed. Everything works again.',
  'It works again. The review is on Thursday.',
];

// Team concerned, severity and symptom by position, name and summary, newest first.
const occurrences = [
  [2, 3, 0, 'Card payments fail at checkout', 'Four in ten card payments time out at the bank. PayPal works.'],
  [4, 2, 2, 'Warehouse Leipzig gets no new orders', 'The pick queue stands still after a certificate ran out.'],
  [3, 2, 1, 'Delivery tours are planned late', 'The planner needs minutes for tours that took seconds.'],
  [1, 1, 0, 'Search finds no dairy products', 'An import dropped a category from the index.'],
  [6, 2, 3, 'Customers cannot sign in with Apple', 'Tokens of Apple are refused since its keys were changed.'],
  [7, 0, 1, 'Delivery notices arrive late', 'Notices that the driver is near arrive after the driver.'],
  [14, 4, 6, 'Support account exported customer addresses', 'A stolen session was used to export 310 addresses.'],
  [19, 2, 5, 'Cold store in Bremen got too warm', 'A compressor failed overnight. Goods were thrown away.'],
  [9, 1, 9, 'Coupon WELCOME works more than once', 'Customers redeemed a coupon for new customers again and again.'],
  [12, 3, 1, 'Shop is slow in all countries', 'A network fault at the cloud provider made every page slow.'],
  [17, 1, 7, 'Driver app crashes on Android 16', 'The scanner view crashes when the camera is in use.'],
  [15, 1, 8, 'Fruit is sold below cost', 'A price list was read with a comma in the wrong place.'],
  [11, 0, 2, 'Sales figures of yesterday are missing', 'The nightly load waited for a lock that nobody held.'],
  [16, 1, 0, 'Suppliers cannot confirm orders', 'A release broke the login of the supplier portal.'],
  [13, 3, 9, 'Game day: checkout is down', 'An exercise. Nothing is broken.'],
  [23, 0, 4, 'Tutorial: the coffee machine is broken', 'Made by incident.io to show how incidents work.'],
] as const;

// By the position of the occurrence.
const unusualModes: Readonly<Record<number, string>> = { 7: 'retrospective', 14: 'test', 15: 'tutorial' };

const minute = 1 / 1440;

/** What the sample incident at a position is about, who worked on it, and its moments; the two newest ones go on. */
export function occurrenceAt(index: number) {
  const [position, severity, symptom, name, summary] = entry(occurrences, index);
  const team = { position, ...teamAt(position) };
  const lasted = index < 2 ? undefined : (60 + severity * 95) * minute;
  const after = (days: number) => daysAgo(0.2 + index * 8.37 - days);
  return {
    id: idAt('incidents', index),
    number: 2_180 - index,
    name,
    summary,
    mode: unusualModes[index % occurrences.length] ?? 'standard',
    // Positions of Investigating, Monitoring, Documenting and Reviewing; all others are closed.
    status: [1, 3, 4, 5][index] ?? 6,
    alert: `${team.name}: ${entry(symptoms, symptom)}`,
    update: updates[index] ?? updates[2 + (index % 2)],
    severity,
    // Only the case of the stolen session is this bad.
    visibility: severity === 4 ? 'private' : 'public',
    isOpen: lasted === undefined,
    minutes: lasted === undefined ? 0 : Math.round(lasted / minute),
    team,
    lead: personAt(index + 3),
    reporter: personAt(index + 8),
    reported: after(0),
    acknowledged: after(3 * minute),
    accepted: after(5 * minute),
    updated: after(lasted ?? 40 * minute),
    // Incidents are reviewed before they are closed.
    closed: index < 4 ? undefined : after(4),
  };
}
