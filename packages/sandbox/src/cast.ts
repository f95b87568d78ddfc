import { company, person } from './generated-text.ts';
import { createRandom } from './random.ts';

/** A customer whom every simulated vendor knows. */
export interface Customer {
  readonly first: string;
  readonly last: string;
  /** First and last name. */
  readonly name: string;
  readonly email: string;
  /** In E.164 form, such as `+13035550140`. */
  readonly phone: string;
  /** Name of the customer's company. */
  readonly company: string;
  /** The company's domain, which is that of the email address. */
  readonly domain: string;
  readonly address: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly stateCode: string;
    readonly postalCode: string;
  };
}

// First name, last name, company. Their order is that of the customers at every vendor.
const people = [
  ['Anders', 'Holmgren', 'Birchwood Bakery'],
  ['Priya', 'Raman', 'Lanternfish Studio'],
  ['Maya', 'Lindholm', 'Northlight Outfitters'],
  ['Tobias', 'Kessler', 'Kessler Bikes'],
  ['Anita', 'Desai', 'Blue Heron Clinic'],
  ['Gabriel', 'Ferreira', 'Copperline Coffee'],
  ['Hannah', 'Whitcombe', 'Whitcombe Interiors'],
  ['Samir', 'Nasser', 'Quillpoint Books'],
  ['Olivia', 'Thorne', 'Thorne Landscaping'],
  ['Kenji', 'Morita', 'Paper Crane Press'],
  ['Lucia', 'Marchetti', 'Olive Row Foods'],
  ['Andrew', 'Pemberton', 'Pemberton Legal'],
  ['Zofia', 'Wisniewska', 'Amberglass Design'],
  ['Marcus', 'Oyelaran', 'Tallgrass Solar'],
  ['Ingrid', 'Solheim', 'Fjordline Travel'],
  ['Diego', 'Santillan', 'Mesa Verde Tiles'],
  ['Charlotte', 'Beaumont', 'Beaumont Flowers'],
  ['Wei', 'Zhao', 'Harvest Moon Tea'],
  ['Nora', 'Callahan', 'Callahan Carpentry'],
  ['Emeka', 'Obioma', 'Riverbend Fitness'],
  ['Freya', 'Dahlstrom', 'Snowdrop Nursery'],
  ['Julian', 'Hartwell', 'Hartwell Acoustics'],
  ['Anneke', 'Visser', 'Windmill Ceramics'],
  ['Rahul', 'Banerjee', 'Saffron Street Catering'],
  ['Elise', 'Fontaine', 'Fontaine Opticians'],
  ['Patrick', 'Gallardo', 'Redstone Climbing'],
  ['Sunita', 'Kulkarni', 'Lotus Lane Yoga'],
  ['Oskar', 'Nyberg', 'Nyberg Boatworks'],
  ['Beatriz', 'Almeida', 'Corkwood Wines'],
  ['Theo', 'Ashworth', 'Ashworth Architects'],
  ['Mei', 'Tanigawa', 'Silver Carp Sushi'],
  ['Callum', 'Drummond', 'Drummond Distillery'],
  ['Isabel', 'Navarrete', 'Sierra Linda Pottery'],
  ['Yusuf', 'Demir', 'Bosphorus Rugs'],
  ['Clara', 'Engstrom', 'Engstrom Dental'],
  ['Leon', 'Baptiste', 'Mapleleaf Music'],
  ['Agnes', 'Sorensen', 'Sorensen Sailcloth'],
  ['Victor', 'Ionescu', 'Granary Lane Pizza'],
  ['Ruth', 'Abernathy', 'Abernathy Archives'],
  ['Mateus', 'Carvalho', 'Sunbird Surf'],
] as const;

// City, state and its code, postal code, and an area code.
const cities = [
  ['Portland', 'Oregon', 'OR', '97209', '971'],
  ['Austin', 'Texas', 'TX', '78701', '737'],
  ['Denver', 'Colorado', 'CO', '80205', '303'],
  ['Oakland', 'California', 'CA', '94607', '341'],
  ['Madison', 'Wisconsin', 'WI', '53703', '608'],
  ['Boise', 'Idaho', 'ID', '83702', '208'],
  ['Asheville', 'North Carolina', 'NC', '28801', '828'],
] as const;

const streets = ['Alder Street', 'Juniper Avenue', 'Mill Road', 'Harbor Lane', 'Prospect Street'] as const;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The customer at a position, whatever the seed: the same customers, in the same order, are the people that simulated vendors sell to, bill,
 * support and write to. A task that spans several vendors can therefore follow one of them by email. The first forty are listed by name.
 */
export function customerAt(index: number): Customer {
  const listed = people[index];
  const random = createRandom('customer', index);
  const made = person(random);
  const [first, last, employer] = listed ?? [made.first, made.last, company(random)];
  const domain = `${letters(employer)}.example`;
  // Made-up names repeat.
  const account = `${letters(first)}.${letters(last)}${listed === undefined ? index : ''}`;
  const [city, state, stateCode, postalCode, area] = at(cities, index);
  return {
    first,
    last,
    name: `${first} ${last}`,
    email: `${account}@${domain}`,
    phone: `+1${area}55501${String(40 + (index % 60)).padStart(2, '0')}`,
    company: employer,
    domain,
    address: { street: `${12 + index * 7} ${at(streets, index)}`, city, state, stateCode, postalCode },
  };
}
