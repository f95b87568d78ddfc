import type { PersonalFields } from '@connectory/connector-sdk';

/** People are customers and authors; products, locations and the shop are none. */
export const personal: PersonalFields = {
  name: `author first_name last_name name shop_owner`,
  contact: `bcc contact_email customer_email email from phone sms_marketing_phone to`,
  address: `
    address1 address2 city country country_code country_name destination latitude longitude province province_code zip
  `,
  payment: `payment_details`,
  online: `browser_ip client_details landing_site landing_site_ref referring_site`,
  free_text: `
    abandoned_checkout_url applied_discount code custom_message delivery_method discount_applications discount_codes fulfillment_holds invoice_url
    merchant_requests multipass_identifier note note_attributes order_status_url po_number price_rules.title properties receipt reference
    refund_line_items shipping_line shipping_lines source_identifier subject tags value
  `,
  none: `
    abandoned_checkouts.line_items.name abandoned_checkouts.name accepts_marketing_updated_at adjustment_order_transactions adjustment_reason
    admin_graphql_api_id allocation_method alt articles.tags assigned_location attributed_staffs authorization barcode blogs.tags body_html
    cancel_reason cart_token checkout_token commentable company confirmation_number consent_collected_from consent_updated_at countries.code
    countries.name country_code_of_origin country_harmonized_system_codes created_on_api_version_handle currency currency_exchange_adjustment
    current_subtotal_price_set current_total_additional_fees_set current_total_discounts_set current_total_duties_set current_total_price_set
    current_total_tax_set customer_locale customer_selection discount_allocations domain draft_order_complete.line_items.name
    draft_order_complete.name draft_orders.line_items.name draft_orders.name duties enabled_presentment_currencies error_code feedburner
    feedburner_location financial_status fulfill_at fulfill_by fulfillment_cancellations.line_items.name fulfillment_cancellations.name
    fulfillment_service fulfillment_status fulfillments.line_items.name fulfillments.name gateway google_apps_domain handle harmonized_system_code
    iana_timezone image international_duties inventory_management inventory_policy invoice_sent_at key kind last_order_name line_items
    localized_country_name localized_province_name locations.address1 locations.address2 locations.city locations.country locations.country_code
    locations.country_name locations.name locations.province locations.province_code locations.zip marketing_opt_in_level
    merchant_business_entity_id metafield_articles.description metafield_blogs.description metafield_customers.description
    metafield_draft_orders.description metafield_locations.description metafield_orders.description metafield_pages.description
    metafield_product_images.description metafield_product_variants.description metafield_products.description metafield_shops.description
    metafield_smart_collections.description money_format money_in_emails_format money_with_currency_format money_with_currency_in_emails_format
    myshopify_domain namespace network_reason_code opt_in_level option1 option2 option3 options order_adjustments
    order_cancellations.fulfillments.line_items.name order_cancellations.fulfillments.name order_cancellations.line_items.name
    order_cancellations.name order_cancellations.refunds.transactions.message order_closures.fulfillments.line_items.name
    order_closures.fulfillments.name order_closures.line_items.name order_closures.name order_closures.refunds.transactions.message
    order_refunds.transactions.message order_reopenings.fulfillments.line_items.name order_reopenings.fulfillments.name
    order_reopenings.line_items.name order_reopenings.name order_reopenings.refunds.transactions.message orders.fulfillments.line_items.name
    orders.fulfillments.name orders.line_items.name orders.name orders.refunds.transactions.message origin_address
    original_total_additional_fees_set original_total_duties_set owner_resource payment_gateway_names payment_id payment_method payment_terms
    payout_status plan_display_name plan_name prerequisite_quantity_range prerequisite_shipping_price_range prerequisite_subtotal_range
    prerequisite_to_entitlement_purchase prerequisite_to_entitlement_quantity_ratio presentment_currency price_set primary_locale product_type
    products.tags province_code_of_origin provinces published_scope reason refund_shipping_lines remote_reference request_status return rules
    service shipment_status shipping shop.address1 shop.address2 shop.city shop.country shop.country_code shop.country_name shop.latitude
    shop.longitude shop.name shop.province shop.province_code shop.zip sku sort_order sort_value source source_name source_type source_url src state
    status subtotal_price_set summary_html supported_actions target_selection target_type tax_exemptions tax_lines tax_name template_suffix timezone
    title token total_cash_rounding_payment_adjustment_set total_cash_rounding_refund_adjustment_set total_discount_set total_discounts_set
    total_duties_set total_line_items_price_set total_price_set total_shipping_price_set total_tax_set total_unsettled_set tracking_company
    tracking_number tracking_numbers tracking_url tracking_urls transactions.message type value_type variant_inventory_management variant_title
    vendor weight_unit
  `,
};
