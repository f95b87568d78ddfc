import type { PersonalFields } from '@connectory/connector-sdk';

/** People are customers and reviewers; products and tax rates are none. */
export const personal: PersonalFields = {
  name: `first_name last_name reviewer`,
  contact: `author email email_restrictions phone reviewer_email used_by username`,
  address: `address_1 address_2 city country postcode state`,
  online: `customer_ip_address customer_user_agent`,
  picture: `avatar_url reviewer_avatar_urls`,
  free_text: `
    code coupons.description customer_note display_value note own_fields payment_url reason review settings value
  `,
  none: `
    alt backorders button_text cart_hash catalog_visibility cities class company connection_url created_via currency currency_symbol discount_type
    display display_key external_url file global_unique_id height id key label length manage_stock method_description method_id method_supports
    method_title number option options order order_by order_key orders.fee_lines.name orders.line_items.name parent_name
    payment_gateways.description payment_gateways.title payment_method payment_method_title permalink post_install_scripts post_password postcodes
    price_html product_attributes.name product_categories.description product_categories.image.name product_categories.name product_name
    product_permalink product_tags.description product_tags.name product_variations.attributes.name product_variations.description
    product_variations.downloads.name product_variations.image.name product_variations.name products.attributes.name products.brands.name
    products.categories.name products.default_attributes.name products.description products.downloads.name products.images.name products.name
    products.tags.name purchase_note rate_code refunds.fee_lines.name refunds.line_items.name required_settings_keys role settings_url
    setup_help_text shipping_class shipping_methods.description shipping_methods.title shipping_zones.name short_description sku slug src status
    stock_status subtotal tax_class tax_classes.name tax_rates.city tax_rates.country tax_rates.name tax_rates.postcode tax_rates.state tax_status
    total transaction_id type version width
  `,
};
