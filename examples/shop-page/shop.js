// serve.js fills in the address and the key; in your own page, write them here.
import { Tributary } from '{{TRIBUTARY_URL}}/sdk.js';

const PRODUCTS = [
  { sku: 'a-1', name: 'Basket', price: 49.9 },
  { sku: 'b-2', name: 'Blanket', price: 120 },
];
const CURRENCY = 'NGN';

Tributary.init({ appVersion: '1.0.0' }, '{{API_KEY}}', {
  // The first page, and each that a script changes the address to.
  pageViews: true,
  // Otherwise events of phones wait for Wi-Fi.
  wifiOnlyMode: false,
  logLevel: 'ERROR',
});

const find = (id) => document.getElementById(id);
const cart = [];

function showProduct() {
  const product = PRODUCTS.find(({ sku }) => location.pathname === `/product/${sku}`);
  find('product').textContent = product
    ? `${product.name}: ${CURRENCY} ${product.price}`
    : 'Choose a product.';
  find('add').hidden = !product;
  find('add').onclick = () => {
    cart.push(product);
    Tributary.trackEvent('added_to_cart', { sku: product.sku, price: product.price });
    showCart();
  };
}

const totalOf = (products) => products.reduce((sum, { price }) => sum + price, 0);

function showCart() {
  find('cart').textContent = cart.length > 0 ? `${CURRENCY} ${totalOf(cart)}` : 'The cart is empty.';
  find('buy').disabled = cart.length === 0;
}

find('buy').onclick = () => {
  const bought = cart.splice(0);
  // `revenue` and `currency` are what reports of revenue add up; the rest is the shop's own.
  Tributary.trackEvent('purchase', {
    revenue: totalOf(bought),
    currency: CURRENCY,
    order: crypto.randomUUID(),
    items: bought.map(({ sku }) => sku),
  });
  showCart();
  find('cart').textContent = 'Thank you.';
};

for (const { sku, name } of PRODUCTS) {
  const link = document.createElement('a');
  link.href = `/product/${sku}`;
  link.textContent = name;
  link.onclick = (event) => {
    event.preventDefault();
    history.pushState({}, '', link.href);
    showProduct();
  };
  find('products').append(link, ' ');
}
addEventListener('popstate', showProduct);
showProduct();
