import { type Customer, type SampleSource, simulate } from '@connectory/sandbox';
import { charges } from '../src/entities/charges.ts';
import { checkoutSessions } from '../src/entities/checkout-sessions.ts';
import { disputes } from '../src/entities/disputes.ts';
import { paymentIntentCancellations } from '../src/entities/payment-intent-cancellations.ts';
import { paymentIntentConfirmations } from '../src/entities/payment-intent-confirmations.ts';
import { paymentIntents } from '../src/entities/payment-intents.ts';
import { paymentMethodAttachments } from '../src/entities/payment-method-attachments.ts';
import { refunds } from '../src/entities/refunds.ts';
import { emptyList } from './account.ts';
import { addressOf, idAt, type Sale, saleAt, saleNear } from './sales.ts';

const billingOf = (customer: Customer) => ({
  address: addressOf(customer),
  email: customer.email,
  name: customer.name,
  phone: customer.phone,
});

/** The payment intent of a sample sale. */
function samplePaymentIntent(source: SampleSource, sale: Sale) {
  const { paymentIntent: id, amount, isPaid } = sale;
  return {
    id,
    amount,
    amount_capturable: 0,
    amount_received: isPaid ? amount : 0,
    application: null,
    application_fee_amount: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_${source.id('secret_', 25)}`,
    confirmation_method: 'automatic',
    created: sale.created,
    currency: 'usd',
    customer: idAt('customer', sale.customer),
    description: sale.description,
    livemode: false,
    metadata: {},
    payment_method: isPaid ? source.id('pm_', 24) : null,
    payment_method_types: ['card'],
    status: isPaid ? 'succeeded' : 'requires_payment_method',
  };
}

export const simulatedPayments = [
  simulate(paymentIntents, {
    sample: (source) => samplePaymentIntent(source, saleAt(source.index)),
  }),
  simulate(paymentIntentConfirmations, {
    sample: (source) =>
      samplePaymentIntent(
        source,
        saleNear(source.index, ({ isPaid }) => isPaid),
      ),
  }),
  simulate(paymentIntentCancellations, {
    sample: (source) => ({
      ...samplePaymentIntent(source, saleAt(source.index)),
      amount_received: 0,
      status: 'canceled',
    }),
  }),
  simulate(paymentMethodAttachments, {
    sample: (source) => ({
      id: source.id('pm_', 24),
      created: source.epoch(source.integer(1, 360)),
      customer: idAt('customer', source.index),
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
      billing_details: billingOf(source.customer()),
    }),
  }),
  simulate(charges, {
    sample: (source) => {
      const sale = saleAt(source.index);
      const { index, charge: id, amount, refunded, isDisputed, isInvoiced } = sale;
      const failed = !sale.isPaid;
      const card = {
        brand: 'visa',
        exp_month: source.integer(1, 12),
        exp_year: 2030,
        funding: 'credit',
        last4: '4242',
      };
      return {
        id,
        created: sale.created,
        amount,
        amount_captured: failed ? 0 : amount,
        amount_refunded: refunded,
        amount_updates: null,
        application: null,
        application_fee: null,
        application_fee_amount: null,
        balance_transaction: failed ? null : idAt('balanceTransaction', index),
        billing_details: { ...billingOf(sale.buyer), tax_id: null },
        calculated_statement_descriptor: 'HARBOUR SUPPLIES',
        captured: !failed,
        currency: 'usd',
        customer: idAt('customer', sale.customer),
        description: sale.description,
        destination: null,
        dispute: isDisputed ? idAt('dispute', index) : null,
        disputed: isDisputed,
        failure_balance_transaction: null,
        failure_code: failed ? 'card_declined' : null,
        failure_message: failed ? 'Your card was declined.' : null,
        fraud_details: {},
        invoice: isInvoiced ? sale.invoice : null,
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
        payment_intent: sale.paymentIntent,
        payment_method: source.id('pm_', 24),
        payment_method_details: { type: 'card', card },
        receipt_email: null,
        receipt_number: null,
        receipt_url: failed ? null : `https://pay.stripe.com/receipts/payment/${source.id('', 40)}`,
        refunded: refunded === amount,
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
    sample: ({ index }) => {
      const sale = saleNear(index, ({ refunded }) => refunded > 0);
      const isDuplicate = sale.course === 'charged twice';
      return {
        id: idAt('refund', sale.index),
        amount: sale.refunded,
        balance_transaction: null,
        charge: sale.charge,
        created: sale.created + 86_400,
        currency: 'usd',
        description: isDuplicate ? 'The invoice was charged twice' : 'Seats nobody used',
        destination_details: {
          type: 'card',
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
        },
        metadata: {},
        payment_intent: sale.paymentIntent,
        reason: isDuplicate ? 'duplicate' : 'requested_by_customer',
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      };
    },
  }),
  simulate(disputes, {
    sample: (source) => {
      const sale = saleNear(source.index, ({ isDisputed }) => isDisputed);
      const created = sale.created + 5 * 86_400;
      return {
        id: idAt('dispute', sale.index),
        amount: sale.amount,
        balance_transactions: [],
        charge: sale.charge,
        created,
        currency: 'usd',
        enhanced_eligibility_types: [],
        evidence: {},
        evidence_details: { due_by: created + 14 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
        is_charge_refundable: false,
        livemode: false,
        metadata: {},
        payment_intent: sale.paymentIntent,
        payment_method_details: {
          type: 'card',
          card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
        },
        reason: 'product_unacceptable',
        status: 'needs_response',
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
