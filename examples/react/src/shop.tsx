import { useDeferredDeepLink, useTributary } from '@tributary/sdk/react';
import { useState } from 'react';
import { CURRENCY, PRODUCTS, type Product, totalOf } from './products';

/** The shop's own events; the compiler refuses others, and other properties. */
interface ShopEvents {
  added_to_cart: { sku: string; price: number };
  purchase: { revenue: number; currency: string; order: string; items: string[] };
}

export function Shop() {
  const tributary = useTributary<ShopEvents>();
  const link = useDeferredDeepLink();
  const [cart, setCart] = useState<readonly Product[]>([]);

  function add(product: Product) {
    setCart([...cart, product]);
    void tributary.trackEvent('added_to_cart', { sku: product.sku, price: product.price });
  }

  function buy() {
    setCart([]);
    void tributary.trackEvent('purchase', {
      revenue: totalOf(cart),
      currency: CURRENCY,
      order: crypto.randomUUID(),
      items: cart.map(({ sku }) => sku),
    });
  }

  return (
    <main>
      <h1>Shop</h1>
      {link && <p>You came for {link.path}.</p>}
      <ul>
        {PRODUCTS.map((product) => (
          <li key={product.sku}>
            {product.name}: {CURRENCY} {product.price}{' '}
            <button type="button" onClick={() => add(product)}>
              Add {product.name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{cart.length > 0 ? `${CURRENCY} ${totalOf(cart)}` : 'The cart is empty.'}</p>
      <button type="button" disabled={cart.length === 0} onClick={buy}>
        Buy
      </button>
    </main>
  );
}
