/** A market: where its people's addresses are and which languages they speak. */
export interface Region {
  readonly name: string;
  readonly share: number;
  /** First octet of its home networks, its public Wi-Fi and its carriers. Any ordinary public numbers will do. */
  readonly octets: { readonly home: number; readonly public: number; readonly cellular: number };
  readonly languages: readonly { readonly tag: string; readonly share: number }[];
}

export const REGIONS: readonly Region[] = [
  {
    name: 'KE',
    share: 0.4,
    octets: { home: 102, public: 105, cellular: 41 },
    languages: [
      { tag: 'en-KE,en;q=0.9', share: 0.5 },
      { tag: 'en-US,en;q=0.9', share: 0.25 },
      { tag: 'sw-KE,sw;q=0.9,en;q=0.8', share: 0.25 },
    ],
  },
  {
    name: 'BR',
    share: 0.35,
    octets: { home: 177, public: 187, cellular: 191 },
    languages: [
      { tag: 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', share: 0.95 },
      { tag: 'en-US,en;q=0.9', share: 0.05 },
    ],
  },
  {
    name: 'DE',
    share: 0.25,
    octets: { home: 84, public: 93, cellular: 80 },
    languages: [
      { tag: 'de-DE,de;q=0.9,en;q=0.8', share: 0.82 },
      { tag: 'tr-TR,tr;q=0.9,de;q=0.8', share: 0.08 },
      { tag: 'en-GB,en;q=0.9', share: 0.1 },
    ],
  },
];
