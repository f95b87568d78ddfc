/** The sample account. Ids and names are derived from positions, so that related records refer to each other consistently. */
export const account = 48_213_305;

/** Ids of the sample records of a type by their position. */
const idsFrom = (first: number) => (index: number) => String(first + index * 50);

export const contactId = idsFrom(75_392_817_401);
export const companyId = idsFrom(14_892_355_151);
export const dealId = idsFrom(13_370_421_151);
export const ticketId = idsFrom(2_034_987_101);
export const noteId = idsFrom(61_803_398_851);
export const callId = idsFrom(62_718_281_801);
export const emailId = idsFrom(63_141_592_651);
export const meetingId = idsFrom(64_577_215_651);
export const taskId = idsFrom(65_141_421_351);
export const productId = idsFrom(1_284_530_951);

/** Ids of the line items of the sample deal at a position: two of every other deal, one of the rest. */
export const lineItemIds = (deal: number) =>
  [0, 1].map((item) => String(6_511_870_201 + deal * 2 + item)).slice(deal % 2);

/** The sample deal, by its position, that the line item at a position is of. */
export const dealOfLineItem = (index: number) => Math.floor(index / 3) * 2 + (index % 3 === 2 ? 1 : 0);

/** Id of the sample line item at a position. */
export const lineItemId = (index: number) => lineItemIds(dealOfLineItem(index))[index % 3 === 1 ? 1 : 0] ?? '';

/** Id of the sample list at a position. */
export const listId = (index: number) => String(14 + index);

export const objectId = idsFrom(9_187_244_051);

// Custom objects of a sample company.
const customNames = [
  'site_visit machine service_contract training_course warehouse vehicle certificate subscription event_booking',
  'lease shipment inspection partner_agreement license_key spare_part building loan_device sample_order',
  'press_contact grant sponsorship vendor_audit price_list work_permit referral',
].flatMap((line) => line.split(' '));

/** Name of the sample custom object at a position. */
export const customName = (index: number) => {
  const round = Math.floor(index / customNames.length);
  return `${customNames[index % customNames.length]}${round === 0 ? '' : round + 1}`;
};

/** Fully qualified name of the sample custom object at a position. */
export const customFullName = (index: number) => `p${account}_${customName(index)}`;

/** Ids of the owners of sample records. */
export const ownerIds = ['41827305', '41827309', '52210468'] as const;
