interface Networks {
  /** Two, as there are more networks of homes than a third octet has room for. */
  readonly home: readonly [string, string];
  readonly ipv6: string;
  readonly public: string;
  readonly cellular: string;
  /** Machines, among them those that others' traffic leaves through. */
  readonly servers: string;
}

/** A market: where its people's addresses are and which languages they speak. */
export interface Region {
  readonly name: string;
  readonly share: number;
  /** Beginnings of addresses that are registered in that country; a test compares them with the service's database. */
  readonly networks: Networks;
  readonly languages: readonly { readonly tag: string; readonly share: number }[];
}

export const REGIONS: readonly Region[] = [
  {
    name: 'KE',
    share: 0.4,
    networks: {
      home: ['105.160', '105.161'],
      ipv6: '2c0f:e850',
      public: '105.163',
      cellular: '105.165',
      servers: '105.166',
    },
    languages: [
      { tag: 'en-KE,en;q=0.9', share: 0.5 },
      { tag: 'en-US,en;q=0.9', share: 0.25 },
      { tag: 'sw-KE,sw;q=0.9,en;q=0.8', share: 0.25 },
    ],
  },
  {
    name: 'BR',
    share: 0.35,
    networks: {
      home: ['177.16', '177.17'],
      ipv6: '2804:14d',
      public: '187.16',
      cellular: '187.17',
      servers: '187.18',
    },
    languages: [
      { tag: 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', share: 0.95 },
      { tag: 'en-US,en;q=0.9', share: 0.05 },
    ],
  },
  {
    name: 'DE',
    share: 0.25,
    networks: {
      home: ['84.128', '84.129'],
      ipv6: '2003:e1',
      public: '84.140',
      cellular: '84.150',
      servers: '84.160',
    },
    languages: [
      { tag: 'de-DE,de;q=0.9,en;q=0.8', share: 0.82 },
      { tag: 'tr-TR,tr;q=0.9,de;q=0.8', share: 0.08 },
      { tag: 'en-GB,en;q=0.9', share: 0.1 },
    ],
  },
];
