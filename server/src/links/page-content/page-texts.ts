import type { Language } from './languages.ts';

/** What a landing page says of itself, beside what its link is about. */
export interface PageTexts {
  /** Leads into the app. */
  readonly open: string;
  /** Leads to the link's page on the web. */
  readonly web: string;
  /** Leads to the app's page in a store. */
  readonly get: string;
  /** Above the QR code on desktops. */
  readonly scan: string;
  /** Below `get` where a tap on it copies a code. */
  readonly copies: string;
}

export const TEXT_NAMES = ['open', 'web', 'get', 'scan', 'copies'] as const satisfies (keyof PageTexts)[];

/** The service's own texts. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    open: 'Open the app',
    web: 'Continue in the browser',
    get: 'Get the app',
    scan: 'Scan this code with your phone to open the link there.',
    copies: 'This also copies a code, so that the app opens in the right place.',
  },
  fr: {
    open: 'Ouvrir l’application',
    web: 'Continuer dans le navigateur',
    get: 'Obtenir l’application',
    scan: 'Scannez ce code avec votre téléphone pour y ouvrir le lien.',
    copies: 'Un code est aussi copié, pour que l’application s’ouvre au bon endroit.',
  },
  de: {
    open: 'App öffnen',
    web: 'Im Browser fortfahren',
    get: 'App laden',
    scan: 'Scannen Sie diesen Code mit Ihrem Telefon, um den Link dort zu öffnen.',
    copies: 'Dabei wird ein Code kopiert, damit sich die App an der richtigen Stelle öffnet.',
  },
  es: {
    open: 'Abrir la aplicación',
    web: 'Continuar en el navegador',
    get: 'Obtener la aplicación',
    scan: 'Escanea este código con tu teléfono para abrir el enlace en él.',
    copies: 'También copia un código, para que la aplicación se abra en el lugar correcto.',
  },
  pt: {
    open: 'Abrir o aplicativo',
    web: 'Continuar no navegador',
    get: 'Baixar o aplicativo',
    scan: 'Escaneie este código com o seu telefone para abrir o link nele.',
    copies: 'Um código também é copiado, para que o aplicativo abra no lugar certo.',
  },
  ar: {
    open: 'افتح التطبيق',
    web: 'المتابعة في المتصفح',
    get: 'احصل على التطبيق',
    scan: 'امسح هذا الرمز بهاتفك لفتح الرابط عليه.',
    copies: 'يُنسخ أيضًا رمز ليُفتح التطبيق في المكان الصحيح.',
  },
  sw: {
    open: 'Fungua programu',
    web: 'Endelea kwenye kivinjari',
    get: 'Pata programu',
    scan: 'Changanua msimbo huu kwa simu yako ili kufungua kiungo humo.',
    copies: 'Msimbo pia unanakiliwa, ili programu ifunguke mahali panapofaa.',
  },
};
