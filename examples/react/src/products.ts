export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
}

export const CURRENCY = 'NGN';

export const PRODUCTS: readonly Product[] = [
  { sku: 'a-1', name: 'Basket', price: 49.9 },
  { sku: 'b-2', name: 'Blanket', price: 120 },
];

export const totalOf = (products: readonly Product[]): number =>
  products.reduce((sum, { price }) => sum + price, 0);
