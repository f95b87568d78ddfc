/** Something that happened to a customer, as several vendors' records tell it. */
export interface Story {
  /** Position of the customer. */
  readonly customer: number;
  readonly subject: string;
  /** What the customer wrote. */
  readonly complaint: string;
  /** What the customer was told. */
  readonly reply: string;
  /** What the team says about it among themselves, in order. */
  readonly discussion: readonly [opening: string, ...replies: string[]];
  /** What is known about it where the customer's account is kept. */
  readonly note: string;
  /** What went wrong, where it is written down for good. */
  readonly report?: { readonly title: string; readonly text: string };
}

/**
 * Stories of the sample customers, for texts worth searching. Samples tell them at the positions at which they are listed: the tickets,
 * messages and notes of several vendors are then about the same orders, invoices and people.
 */
export const stories: readonly Story[] = [
  {
    customer: 2,
    subject: 'Order #21427 has not arrived',
    complaint:
      'I ordered two garden trowels, order #21427, and they should have been here on Thursday. The tracking page has said "in transit" since Wednesday and does not move. We planned a planting day with our staff for next weekend. Please find out where the parcel is, or send another one by express. Maya Lindholm, Northlight Outfitters',
    reply:
      'Hello Maya, I am sorry about the delay. The carrier confirmed that the parcel missed its connection in Reno. If it is not with you by Tuesday, we send a replacement by express or refund the $65.95, whichever you prefer.',
    discussion: [
      'Order #21427 for Maya Lindholm is stuck with the carrier: shipped on October 28, not one scan since. She needs it next weekend. Do we wait, or send a second one?',
      'The carrier opened a search. Parcels that go through Reno are late this week, three others are affected.',
      'Then wait until Tuesday, and refund the $65.95 or send a replacement after that. No reshipment before.',
      'I told her so. The ticket stays open until the parcel is there.',
    ],
    note: 'Maya Lindholm waits for order #21427, which the carrier lost track of in Reno. She orders for every season, so please no offers before this is settled. Support decides on Tuesday about a refund.',
  },
  {
    customer: 10,
    subject: 'Charged twice for October',
    complaint:
      'Our bank statement shows two payments of $209.00 within four minutes, for the invoices HS-1011 and HS-1010. We have one subscription with eleven seats, so one of them must be a mistake. Please refund the second payment and tell me which invoice our accountant should keep. Lucia Marchetti, Olive Row Foods',
    reply:
      'Hello Lucia, you are right, and I apologize. A retry of our payment job created HS-1010 a second time. Keep HS-1011; the $209.00 of HS-1010 were refunded and will be on your card within five working days.',
    discussion: [
      'Lucia Marchetti was charged twice: HS-1010 and HS-1011, $209.00 each, four minutes apart. It looks like the payment job ran twice.',
      'Confirmed. The first run timed out after the charge went through, and the retry made a new invoice.',
      'I refunded the charge of HS-1010 as a duplicate. Anybody else who was charged twice?',
      'Two more: HS-1000 and HS-1020. Both are refunded as well.',
    ],
    note: 'Lucia Marchetti paid twice for October, and got the $209.00 of HS-1010 back. She asked for a written explanation for her accountant, and considers paying by the year to avoid this.',
    report: {
      title: 'Retry of the payment job charges a customer twice',
      text: 'When the request for a charge times out, the job runs again and creates a second invoice with a second charge. It happened to HS-1010 of Olive Row Foods, and to HS-1000 and HS-1020. The retry must send the same idempotency key as the first attempt, and the invoice must be created before the charge. The three duplicates were refunded on the next day.',
    },
  },
  {
    customer: 7,
    subject: 'Nobody can log in since the update',
    complaint:
      'Since you updated to 4.12 this morning, none of our nine people can log in. After the password we see the login page again, without a message. Clearing the cookies does not help, and it is the same in two browsers. Our shop opens at ten, and we cannot see any orders. Samir Nasser, Quillpoint Books',
    reply:
      'Hello Samir, we found the cause: 4.12 rejects sessions of accounts whose domain was changed. Version 4.12.1 is being tested. Until then, the link in a password reset mail logs you in.',
    discussion: [
      'Login loop since 4.12: Samir Nasser of Quillpoint Books reports that his whole team is locked out. Can somebody check the session cookies?',
      'Reproduced. Accounts that changed their domain get a cookie for the old domain, and 4.12 is the first version that refuses it.',
      'Fix is in review, 4.12.1 goes out today. Until then, a password reset sets the right cookie.',
      'Support has the workaround. Eleven customers are affected.',
    ],
    note: 'Samir Nasser and his team were locked out by the update to 4.12 and lost half a day. He stays a reference customer if we tell him what we change so that it does not happen again.',
    report: {
      title: 'Login loop after the update to 4.12',
      text: 'Accounts that changed their domain cannot log in: the session cookie is set for the former domain, and 4.12 refuses it without a message. Quillpoint Books and ten other customers were locked out for a morning. As a workaround, a password reset sets the right cookie. 4.12.1 accepts both domains for a month; a test now logs in with an account whose domain was changed.',
    },
  },
  {
    customer: 3,
    subject: 'Wrong address on invoice HS-1004',
    complaint:
      'Invoice HS-1004 over $190.00 still has our former address, 33 Harbor Lane. We moved to 210 Foundry Street, Oakland, at the beginning of October. Our tax office does not accept the invoice like this, so I cannot release the payment. Please correct the address and send the invoice again. Tobias Kessler, Kessler Bikes',
    reply:
      'Hello Tobias, thank you for the new address. I change it on your account today, and you get a corrected HS-1004 with the same amount. The time to pay starts again with the new invoice.',
    discussion: [
      'Tobias Kessler does not pay HS-1004 because it has the address from before his move. Can we change the address of an open invoice?',
      'Not once it is final. Change the address of the customer, void the invoice and issue it again.',
      'Please change the address in the CRM, too, the contract renews in December.',
    ],
    note: 'Kessler Bikes moved to 210 Foundry Street, Oakland. Invoice HS-1004 is unpaid until it has the new address. Tobias Kessler is otherwise happy and asked for two more seats.',
  },
  {
    customer: 8,
    subject: 'Please cancel our subscription',
    complaint:
      'We only need your software in summer, so please cancel the nine seats of Thorne Landscaping. The last invoice, HS-1009 over $171.00, is paid. Do we get back what is left of the month? And can we have our data in spring when we come back? Olivia Thorne',
    reply:
      'Hello Olivia, the subscription is canceled, and no invoice will follow HS-1009. Your data is kept for twelve months. I asked our sales team whether the rest of the month can be refunded.',
    discussion: [
      'Olivia Thorne canceled: nine seats, they work with it in summer only. She asks for a refund of the rest of the month on HS-1009.',
      'Half of the $171.00 is within the policy. We should offer a seasonal plan before somebody else does.',
      'I call her on Monday about seven months for the price of six.',
    ],
    note: 'Thorne Landscaping canceled its nine seats because the season is over. Olivia Thorne would come back in April for a seasonal plan. Half a month of HS-1009 may be refunded as a gesture.',
  },
  {
    customer: 6,
    subject: 'Travel journal arrived damaged',
    complaint:
      'One of the two travel journals in order #21423 arrived with a broken spine; the other one and the tote are fine. You promised $27.50 back for it, but nothing has arrived on my card. I have asked my bank to look into it. Hannah Whitcombe, Whitcombe Interiors',
    reply:
      'Hello Hannah, thank you for the photo. The refund of $27.50 is booked in our shop, and I am checking why the bank has not received it. If you withdraw the dispute over $87.00, we can send it at once.',
    discussion: [
      'Hannah Whitcombe disputes the $87.00 of order #21423. We had agreed on $27.50 for a damaged journal.',
      'The shop shows the refund, but the charge has none: it was never sent to the payment provider.',
      'Then we ask her to withdraw the dispute, and refund the $27.50 on the charge. We have two weeks to respond to the bank.',
    ],
    note: 'Hannah Whitcombe disputes the payment of order #21423 because our refund of $27.50 did not arrive. Whitcombe Interiors buys gifts for forty clients in December. Please call before the bank decides.',
  },
  {
    customer: 5,
    subject: 'Payment of invoice HS-1006 failed',
    complaint:
      'I got a mail that the payment of HS-1006 over $228.00 was declined. Our bank replaced the card last week. Where do I enter the new one, and are our twelve seats locked in the meantime? Gabriel Ferreira, Copperline Coffee',
    reply:
      'Hello Gabriel, nothing is locked: you have fourteen days. Open the link in the mail about HS-1006 and enter the new card there; the payment is then tried again at once.',
    discussion: [
      'The card of Gabriel Ferreira was declined for HS-1006, $228.00. HS-1005 went through a day later. Which card was that?',
      'He entered the new card in between, but only for new invoices. The open one keeps the card it was tried with.',
      'Then charge HS-1006 again with the new card, after he agrees.',
    ],
    note: 'Copperline Coffee has an open invoice, HS-1006 over $228.00, because its card was replaced. Gabriel Ferreira has entered the new card. No reminder, please.',
  },
];
