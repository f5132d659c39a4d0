import { Tributary } from '@tributary/sdk';
import { useTributary } from '@tributary/sdk/react';
import { useEffect, useState } from 'react';
import { Button, SafeAreaView, Text } from 'react-native';
import { CURRENCY, PRODUCTS, type Product, totalOf } from './products';

/** The shop's own events; the compiler refuses others, and other properties. */
interface ShopEvents {
  added_to_cart: { sku: string; price: number };
  purchase: { revenue: number; currency: string; order: string; items: string[] };
}

export function Shop() {
  const tributary = useTributary<ShopEvents>();
  const [path, setPath] = useState<string | null>(null);
  const [cart, setCart] = useState<readonly Product[]>([]);

  useEffect(() => {
    void tributary.screen('shop');
  }, [tributary]);

  useEffect(() => {
    // Whatever opened the app, also the link that led to its install; the SDK listens to Linking itself.
    Tributary.setDeepLinkListener((opening) => {
      console.log('opened:', opening.kind);
      if (opening.kind === 'link') setPath(opening.path);
    });
  }, []);

  function add(product: Product) {
    setCart([...cart, product]);
    void tributary.trackEvent('added_to_cart', { sku: product.sku, price: product.price });
  }

  function buy() {
    setCart([]);
    void tributary.trackEvent('purchase', {
      revenue: totalOf(cart),
      currency: CURRENCY,
      order: `order-${Date.now()}`,
      items: cart.map(({ sku }) => sku),
    });
  }

  return (
    <SafeAreaView>
      {path && <Text>You came for {path}.</Text>}
      {PRODUCTS.map((product) => (
        <Button key={product.sku} title={`Add ${product.name}`} onPress={() => add(product)} />
      ))}
      <Text>{cart.length > 0 ? `${CURRENCY} ${totalOf(cart)}` : 'The cart is empty.'}</Text>
      <Button title="Buy" disabled={cart.length === 0} onPress={buy} />
    </SafeAreaView>
  );
}
