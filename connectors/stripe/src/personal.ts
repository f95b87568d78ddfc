import type { PersonalFields } from '@connectory/connector-sdk';

/** People are customers, payers and card holders; companies, products and the account itself are none. */
export const personal: PersonalFields = {
  name: `customer_name individual_name name`,
  contact: `customer_email customer_phone display_details email instructions_email phone receipt_email`,
  address: `address charges.shipping city country line1 line2 postal_code state`,
  identity: `customer_tax_ids tax_id`,
  payment: `
    cards charges.card charges.payment_method_details.card charges.source disputes.payment_method_details exp_month exp_year fingerprint last4
    sources
  `,
  online: `radar_options`,
  free_text: `
    charges.refunds.data checkout_sessions.url client_reference_id comment custom_fields customers.subscriptions.data description evidence footer
    hosted_invoice_url invoice_finalizations.lines.data invoice_pdf invoice_sends.lines.data invoices.lines.data metadata receipt_url
    subscription_details subscriptions.items.data transfer_group
  `,
  none: `
    account account_country account_name account_tax_ids action advice_code amount_tax_display amount_updates application application_fee attributes
    available balance_transaction balance_transactions balance_transactions.source billing brand business_name calculated_statement_descriptor
    cancel_url charge charges.refunds.url checkout_session client_secret code connect_reserved coupon currency customer customer_account
    customers.discount.source customers.sources.url customers.subscriptions.url default_card default_currency default_mandate default_payment_method
    default_price default_source default_tax_rates destination destination_details disabled_reason discount discounts dispute doc_url end_behavior
    enhanced_eligibility_types failure_balance_transaction failure_code failure_message failure_reason features fee_details feedback flexible
    funding has_more id images instant_available invoice invoice_credit_balance invoice_finalizations.lines.url invoice_finalizations.payments.data
    invoice_finalizations.payments.url invoice_item invoice_prefix invoice_sends.lines.url invoice_sends.payments.data invoice_sends.payments.url
    invoices.lines.url invoices.payments.data invoices.payments.url issuer item_reasons latest_invoice latest_revision liability lookup_key
    marketing_features message network_advice_code network_decline_code network_status nickname number object on_behalf_of order original_payout
    param payment_intent payment_method payment_method_attachments.card.country payment_method_options payment_method_type payment_method_types
    payout_method pdf pending pending_invoice_item_interval pending_setup_intent pending_update plan preferred_locales product products.description
    products.name products.url promotion_code provider quote quote_details reason receipt_number reconciliation_status rendering_options
    reporting_category reversed_by review risk_level schedule seller_message settings shipping_rate source_balance source_transfer
    source_transfer_reversal source_type statement_description statement_descriptor statement_descriptor_suffix status stripe_report subscription
    subscription_item subscriptions.items.url success_url tax_code taxes template test_clock tiers_mode total_count total_discount_amounts
    total_pretax_credit_amounts total_tax_amounts total_taxes transfer_data transfer_reversal type unit_amount_decimal unit_label user_report value
  `,
};
