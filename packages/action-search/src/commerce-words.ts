/** What people call the records of payment systems and shops, in the same form as `tradeWords`. */
export const commerceWords: Readonly<Record<string, string>> = {
  // Payments
  customer:
    'payer, payers, paying customers, customer account, account holder, people who bought, billing email, client record',
  invoice:
    'bill, bills, billing document, outstanding, overdue, past due, unpaid, open items, amount due, accounts receivable, receivables, who owes us, still owes, paid invoices, billed, to pay within, due date, not paid yet',
  'invoice finalization':
    'finalise the draft, finalize the draft, lock the invoice, make the draft final, issue the draft, make the invoice official, draft payable, finalise invoice, finalize invoice',
  'invoice send email':
    'email the invoice, send the invoice, resend the invoice, resend the bill, send the bill, invoice again, invoice by email, send invoice, mail the invoice, never got the invoice, email invoice, mail invoice',
  charge:
    'card charged, card charges, failed payments, declined cards, was charged twice, charged twice, card payments, transactions on the card, successful payments, payment went through, insufficient funds, debit',
  subscription:
    'recurring plan, recurring revenue, mrr, arr, churn, trial, trials, on trial, free trial, renews, renewal date, monthly plan, plan change, upgrade plan, downgrade, cancelled plans, plan of the customer, seats on the plan, put on the plan, past due subscription',
  refund:
    'money back, refunds, paid back, reimbursed, reversal, credited back, give back the money, partial refund, returned money',
  product:
    'catalogue item, catalog item, goods, services we sell, offering, product catalogue, product catalog, sku, skus, items we sell, merchandise, bestsellers, out of stock, sold out, price of the',
  balance: 'account balance, available funds, pending funds, how much is in, cash in, money on the account',
  'balance transaction':
    'fees, processing fees, stripe fees, ledger, account movements, fees did we pay, net amount, reconciliation, reconcile, bookkeeping entries, money that moved, payment fees',
  'payment intent':
    'payment attempt, payment attempts, payment in progress, requires action, requires confirmation, requires payment method, uncaptured, pending payments, start a payment, collect a payment, incomplete payments, 3d secure, take a payment',
  'payment intent confirmation':
    'confirm the payment, go ahead with the payment, complete the payment, charge it now, confirm payment, put the payment through',
  'payment intent cancellation':
    'cancel the payment, abort the payment, give up the payment, void the payment, call off the payment, drop the payment, cancel payment',
  price:
    'pricing, price point, price plan, monthly price, yearly price, annual price, tariff, per seat, new price for, per month, per year',
  'checkout session payment page':
    'payment link, pay link, pay page, checkout link, checkout page, hosted checkout, hosted page, link to pay, link where, pay online, page where the customer can pay, payment form, buy link',
  'payment method attachment':
    'save the card, store the card, link the card, card on file, keep the card, attach the card, add the card, save card, attach card, payment method to',
  dispute:
    'chargeback, chargebacks, contested, disputed, fraud claim, bank reversal, cardholder complaint, evidence due, retrieval request, contested charges',
  payout:
    'bank transfer, bank transfers, paid out, settlement, settlements, transferred to our bank, when do we get our money, when does the money arrive, arrive in our bank, deposited, transfer to our account, landed on our bank account',

  // Shops
  order:
    'orders, purchases, sales, sold, order number, bought, basket value, orders to ship, orders on hold, pending orders, open orders, what did they buy, order total, revenue, turnover, average order value, order status, processing orders',
  coupon:
    'coupon code, coupon codes, voucher, vouchers, voucher code, promo code, promo codes, discount codes, gift voucher, promotion codes',
  'product category':
    'categories, product groups, shop departments, category tree, subcategories, sub categories, product ranges, shop sections, aisles',
  'product tag': 'product tags, tags on products, product labels, keywords of products, tagged products',
  'product review':
    'customer reviews, product ratings, star rating, five star, one star, what do customers say about, shop reviews, buyer feedback, ratings of, testimonials, product feedback',
  'product attribute':
    'product properties, attributes, characteristics, size chart, materials, product options, filters in the shop',
  'product variation':
    'variations, sizes and colours, sizes do we have, which sizes, which colours, in which colors, available sizes, versions of the product',
  'order note':
    'notes on the order, order comments, order history, remarks on the order, internal note on the order, what happened to order, order log, notes on order, message to the buyer',
  'payment gateway':
    'payment options, ways to pay, payment providers, checkout payment, payment methods in the shop, paypal, klarna, bank transfer option, cash on delivery, which payment methods, how can customers pay',
  'shipping method':
    'delivery methods, delivery options, shipping options, flat rate, free shipping, local pickup, carriers, kinds of delivery, ways we ship, ways to ship',
  'shipping zone':
    'delivery areas, delivery regions, shipping regions, where do we deliver, where do we ship, countries we ship to, areas we deliver to, ship to',
  'tax rate':
    'vat rate, vat rates, sales tax rates, tax percentage, how much vat, tax for, taxes by country, gst rate, percent tax, percent vat',
  'tax class': 'reduced rate, zero rate, tax classes, tax categories, kinds of tax, standard rate, vat classes',
  'product variant':
    'variants, sku, skus, sizes, colours, colors, barcode, barcodes, versions of the product, options of the product, variant price, sizes of the product, which sizes',
  'product image picture':
    'product photos, product pictures, product images, photos of the product, packshots, image alt text, gallery',
  'abandoned checkout':
    'abandoned cart, abandoned carts, abandoned basket, abandoned baskets, left in the cart, left their basket, unfinished checkouts, did not complete, did not check out, dropped out at checkout, carts left, not finish the purchase, lost sales',
  'inventory level':
    'stock level, stock levels, units in stock, how many left, how many do we have left, stock count, quantity available, stock at the warehouse, left in the warehouse, inventory count, in the warehouse, stock on hand',
  'inventory item':
    'cost price, unit cost, purchase cost, country of origin, hs code, customs code, customs tariff, harmonized code, tracked stock, what does it cost us',
  shop: 'shop settings, store settings, store name, store plan, shop currency, store currency, shop address, shop time zone, shopify plan, our store, our shop, store domain',
  'price rule':
    'discount rule, discount rules, promotions, promotion, sale rules, percentage off, percent off, campaign discount, discount conditions, minimum purchase, buy x get y',
  'discount code':
    'promo code, promo codes, coupon code, coupon codes, voucher code, voucher codes, codes customers enter, codes of the promotion, how often was the code used, code at checkout',
  'custom collection': 'collections, manual collection, hand picked, curated, collections by hand, product groups',
  'smart collection':
    'automatic collection, automated collection, rule based collection, dynamic collection, collections that fill themselves, collections by rules',
  'collect product custom collection':
    'products of the collection, products in the collection, products in collection, what is in the collection, which products belong to, articles are in the collection, items in the collection, which collection is the product in, belongs to the collection',
  'draft order':
    'quote, quotes, draft orders, offer for a customer, prepared orders, phone orders, order drafts, unconfirmed orders, manual orders, proforma',
  fulfillment:
    'parcels, packages, shipments, tracking number, tracking numbers, track and trace, where is the parcel, where is the package, has it shipped, shipped yet, dispatched, delivery status, carrier of the order, on its way, fulfilment, fulfilments',
  'order refund':
    'refunds of the order, returned items, restocked, money given back for the order, refunded on the order, refund of order, refunded lines, returns',
  'transaction order':
    'payments of the order, captures, authorisations, authorizations, how was the order paid, payment attempts of the order, captured amount, paid by card, money for the order, payment history of the order',
  'tender transaction':
    'cash flow, money received, payments by method, paypal payments, gift card payments, cash payments, means of payment, payments received, money in and out, cash or card',
  'country tax':
    'countries do we sell, countries we sell to, tax per country, vat per country, sell to which countries, which countries can',
  metafield:
    'custom data, extra fields, custom fields, additional fields, app data, care instructions, extra information, own fields, hidden fields, namespace',
  'customer address':
    'address book, shipping addresses, delivery address, delivery addresses, billing address, where does the customer live, home address, postal address, addresses of the customer, addresses has',
  'fulfillment order':
    'what has to be sent, still to be shipped, to be picked, pick list, picking, from which warehouse, which location ships, still has to ship, left to ship, fulfilment order, open shipments, assigned location',
  page: 'about page, imprint, legal notice, terms and conditions, privacy policy, contact page, shipping page, static pages, shop pages',
  blog: 'shop blog, blogs, blog of the shop, weblog',
  'article blog':
    'blog posts, blog articles, blog entries, posts on our blog, shop news, blog stories, stories on the blog',
  'balance transaction shopify': 'shopify payments balance, payout details, fees of shopify, shopify fees',
};
