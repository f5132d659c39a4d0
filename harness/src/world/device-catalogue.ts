/** A model as named in its build, with its screen and the Android versions it runs, most common first. */
export interface CatalogueModel {
  readonly model: string;
  readonly screen: string;
  readonly versions: readonly string[];
  readonly share: number;
}

const entry = (model: string, screen: string, versions: string, share: number): CatalogueModel => ({
  model,
  screen,
  versions: versions.split(' '),
  share,
});

/**
 * Phones in use, in per cent. No model has more than a few per cent (usage statistics of 2024 and 2025: Samsung about a
 * third, then Xiaomi, Oppo, Vivo, Tecno, Motorola); the rest of the 100 is the long tail.
 */
export const MODELS: readonly CatalogueModel[] = [
  entry('SM-A155F', '1080x2340', '15 14 16', 3.2),
  entry('SM-A055F', '720x1600', '14 15 13', 2.9),
  entry('SM-A546B', '1080x2340', '15 14 16', 2.6),
  entry('SM-A346B', '1080x2340', '15 14 13', 2.2),
  entry('SM-A145F', '1080x2408', '14 13 15', 2.1),
  entry('SM-A135F', '1080x2408', '13 14 12', 1.9),
  entry('SM-A127F', '720x1600', '13 12 11', 1.8),
  entry('SM-A047F', '720x1600', '13 14 12', 1.7),
  entry('SM-G991B', '1080x2400', '14 15 13', 1.5),
  entry('SM-S918B', '1440x3088', '15 16 14', 1.5),
  entry('SM-S928B', '1440x3120', '16 15', 1.4),
  entry('SM-A515F', '1080x2400', '13 12 11', 1.4),
  entry('SM-A217F', '720x1600', '12 11 10', 1.3),
  entry('SM-A105F', '720x1520', '11 10 9', 1.1),
  entry('SM-J600F', '720x1480', '10 9', 0.9),
  entry('23053RN02A', '720x1650', '13 14 15', 1.9),
  entry('2201117TY', '1080x2400', '13 12 11', 1.6),
  entry('23021RAA2Y', '1080x2400', '14 13 15', 1.6),
  entry('22111317PG', '1080x2400', '14 13', 1.1),
  entry('M2006C3LG', '720x1600', '11 10', 1.1),
  entry('2409BRN2CA', '720x1640', '15 14', 1.3),
  entry('Redmi Note 8', '1080x2340', '11 10 9', 1.1),
  entry('TECNO KG5k', '720x1600', '12 11', 1.4),
  entry('TECNO BG6', '720x1612', '14 13', 1.5),
  entry('TECNO KL4', '720x1600', '14', 1.1),
  entry('Infinix X6525', '720x1612', '13 14', 1.2),
  entry('Infinix X688B', '720x1640', '10', 0.7),
  entry('itel A665L', '720x1612', '13', 0.9),
  entry('CPH2269', '720x1600', '12 11', 1),
  entry('CPH2579', '720x1612', '14 13 15', 1.2),
  entry('CPH2387', '1080x2400', '13 12 14', 0.8),
  entry('V2207', '720x1612', '13 12', 0.9),
  entry('V2333', '720x1612', '14 15', 1),
  entry('moto g24', '720x1612', '14 15', 1.1),
  entry('moto g54 5G', '1080x2400', '14 15', 0.9),
  entry('moto e13', '720x1600', '13', 1),
  entry('Pixel 7a', '1080x2400', '16 15', 0.9),
  entry('Pixel 8', '1080x2400', '16 15', 0.8),
  entry('Pixel 6', '1080x2400', '16 15 14', 0.6),
  entry('ANE-LX1', '1080x2280', '9', 0.6),
  entry('POT-LX1', '1080x2340', '10', 0.6),
  entry('RMX3710', '720x1600', '13 14', 0.9),
];

/** The share of phones not listed above, in per cent: a few hundred models, each rare. */
export const LONG_TAIL_SHARE = 100 - MODELS.reduce((sum, { share }) => sum + share, 0);
export const LONG_TAIL_MODELS = 400;

/** The names that emulators use unless they are hidden. */
export const EMULATORS: readonly CatalogueModel[] = [
  entry('sdk_gphone64_x86_64', '1080x2400', '14 13', 3),
  entry('Android SDK built for x86', '1080x1920', '9 10', 2),
  entry('sdk_gphone_x86', '1080x2160', '11', 1),
  entry('Emulator', '720x1280', '9', 1),
  entry('google_sdk', '720x1280', '7.1.2', 1),
  entry('BlueStacks', '1600x900', '11', 1),
  entry('VirtualBox', '1280x720', '9', 1),
];

/** The cheap models in a device farm, bought by the dozen. */
export const FARM_MODELS: readonly string[] = [
  'SM-A055F',
  'SM-A127F',
  'TECNO BG6',
  '23053RN02A',
  'moto e13',
  'SM-A047F',
];
