import { type Sample, simulate } from '@connectory/sandbox';
import { charges } from '../src/entities/charges.ts';
import { checkoutSessions } from '../src/entities/checkout-sessions.ts';
import { disputes } from '../src/entities/disputes.ts';
import { paymentIntentCancellations } from '../src/entities/payment-intent-cancellations.ts';
import { paymentIntentConfirmations } from '../src/entities/payment-intent-confirmations.ts';
import { paymentIntents } from '../src/entities/payment-intents.ts';
import { paymentMethodAttachments } from '../src/entities/payment-method-attachments.ts';
import { refunds } from '../src/entities/refunds.ts';
import { emptyList, sampleAddress } from './account.ts';

type PaymentIntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'succeeded' | 'canceled';

/** A plausible payment intent of a customer, in one of the given states. */
function samplePaymentIntent(statuses: readonly PaymentIntentStatus[]): Sample {
  return (source) => {
    const id = source.id('pi_', 24);
    const status = source.pick(statuses);
    const amount = source.integer(5, 900) * 100;
    return {
      id,
      amount,
      amount_capturable: 0,
      amount_received: status === 'succeeded' ? amount : 0,
      application: null,
      application_fee_amount: null,
      capture_method: 'automatic_async',
      client_secret: `${id}_${source.id('secret_', 25)}`,
      confirmation_method: 'automatic',
      created: source.epoch(source.integer(1, 360)),
      currency: 'usd',
      customer: source.of('customers'),
      description: `Order ${2000 + source.index}`,
      livemode: false,
      metadata: {},
      payment_method: status === 'requires_payment_method' ? null : source.id('pm_', 24),
      payment_method_types: ['card'],
      status,
    };
  };
}

export const simulatedPayments = [
  simulate(paymentIntents, {
    sample: samplePaymentIntent(['succeeded', 'succeeded', 'succeeded', 'requires_payment_method']),
  }),
  simulate(paymentIntentConfirmations, {
    sample: samplePaymentIntent(['succeeded']),
  }),
  simulate(paymentIntentCancellations, {
    sample: samplePaymentIntent(['canceled']),
  }),
  simulate(paymentMethodAttachments, {
    sample: (source) => ({
      id: source.id('pm_', 24),
      created: source.epoch(source.integer(1, 360)),
      customer: source.of('customers'),
      livemode: false,
      metadata: {},
      type: 'card',
      card: {
        brand: 'visa',
        country: 'US',
        exp_month: source.integer(1, 12),
        exp_year: 2030,
        fingerprint: source.id('', 16),
        funding: 'credit',
        last4: '4242',
      },
      billing_details: { address: sampleAddress(source), email: source.person().email, name: null, phone: null },
    }),
  }),
  simulate(charges, {
    sample: (source) => {
      const amount = source.integer(5, 900) * 100;
      const failed = source.index % 8 === 7;
      const id = source.id('ch_', 24);
      const created = source.epoch(source.integer(1, 360));
      const person = source.person();
      const card = {
        brand: 'visa',
        exp_month: source.integer(1, 12),
        exp_year: 2030,
        funding: 'credit',
        last4: '4242',
      };
      return {
        id,
        created,
        amount,
        amount_captured: failed ? 0 : amount,
        amount_refunded: 0,
        amount_updates: null,
        application: null,
        application_fee: null,
        application_fee_amount: null,
        balance_transaction: failed ? null : source.of('balance_transactions'),
        billing_details: {
          address: sampleAddress(source),
          email: person.email,
          name: `${person.first} ${person.last}`,
          phone: null,
          tax_id: null,
        },
        calculated_statement_descriptor: 'HARBOUR SUPPLIES',
        captured: !failed,
        currency: 'usd',
        customer: source.of('payment_intents', 'customer'),
        description: null,
        destination: null,
        dispute: null,
        disputed: false,
        failure_balance_transaction: null,
        failure_code: failed ? 'card_declined' : null,
        failure_message: failed ? 'Your card was declined.' : null,
        fraud_details: {},
        invoice: null,
        on_behalf_of: null,
        order: null,
        outcome: {
          advice_code: failed ? 'try_again_later' : null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: failed ? 'declined_by_network' : 'approved_by_network',
          reason: failed ? 'generic_decline' : null,
          risk_level: 'normal',
          risk_score: source.integer(1, 60),
          seller_message: failed
            ? 'The bank did not return any further details with this decline.'
            : 'Payment complete.',
          type: failed ? 'issuer_declined' : 'authorized',
        },
        paid: !failed,
        payment_intent: source.of('payment_intents'),
        payment_method: source.id('pm_', 24),
        payment_method_details: { type: 'card', card },
        receipt_email: null,
        receipt_number: null,
        receipt_url: failed ? null : `https://pay.stripe.com/receipts/payment/${source.id('', 40)}`,
        refunded: false,
        refunds: emptyList(`/v1/charges/${id}/refunds`),
        review: null,
        shipping: null,
        source: null,
        source_transfer: null,
        statement_descriptor: null,
        statement_descriptor_suffix: null,
        transfer_data: null,
        transfer_group: null,
        status: failed ? 'failed' : 'succeeded',
        livemode: false,
        metadata: {},
      };
    },
  }),
  simulate(refunds, {
    sample: (source) => ({
      id: source.id('re_', 24),
      amount: source.integer(5, 90) * 100,
      balance_transaction: source.of('balance_transactions'),
      charge: source.of('charges'),
      created: source.epoch(source.integer(1, 180)),
      currency: 'usd',
      description: 'Returned goods',
      destination_details: {
        type: 'card',
        card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      },
      metadata: {},
      payment_intent: source.of('charges', 'payment_intent'),
      reason: source.pick(['requested_by_customer', 'duplicate', null]),
      receipt_number: null,
      source_transfer_reversal: null,
      status: 'succeeded',
      transfer_reversal: null,
    }),
  }),
  simulate(disputes, {
    sample: (source) => {
      const created = source.epoch(source.integer(1, 120));
      return {
        id: source.id('dp_', 24),
        amount: source.integer(5, 300) * 100,
        balance_transactions: [],
        charge: source.of('charges'),
        created,
        currency: 'usd',
        enhanced_eligibility_types: [],
        evidence: {},
        evidence_details: { due_by: created + 14 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
        is_charge_refundable: false,
        livemode: false,
        metadata: {},
        payment_intent: source.of('charges', 'payment_intent'),
        payment_method_details: {
          type: 'card',
          card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
        },
        reason: source.pick(['fraudulent', 'product_not_received', 'duplicate']),
        status: source.pick(['needs_response', 'under_review', 'won', 'lost']),
      };
    },
  }),
  simulate(checkoutSessions, {
    sample: (source) => {
      const id = source.id('cs_test_', 58);
      return {
        id,
        cancel_url: null,
        client_reference_id: null,
        created: source.epoch(source.integer(0, 1)),
        currency: 'usd',
        customer: null,
        customer_email: null,
        livemode: false,
        metadata: {},
        mode: 'payment',
        payment_intent: null,
        payment_status: 'unpaid',
        status: 'open',
        success_url: 'https://shop.example/thanks',
        url: `https://checkout.stripe.com/c/pay/${id}`,
      };
    },
  }),
];
