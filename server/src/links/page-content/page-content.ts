import type { Language } from './languages.ts';
import type { PageTexts } from './page-texts.ts';

/** A link that has a landing page: one with a title, or of an app that is in the App Store. */
export interface LinkPage {
  /** Whether iPhones get the page too, with a code for the clipboard. */
  readonly clipboard: boolean;
  /** A `PageContent` as JSON: most visitors of such a link need none of it. */
  readonly content: string;
}

/** What the page shows. */
export interface PageContent {
  readonly title: string;
  readonly description: string | null;
  /** An https URL. */
  readonly image: string | null;
  /** The app's App Store page; null where it has none. */
  readonly appStoreId: string | null;
  /** The Android app, where it says that it opens links of this host. */
  readonly package: string | null;
  /** What the account says instead of the service's own texts. */
  readonly texts: Partial<Record<Language, Partial<PageTexts>>> | null;
}

/** SQL: the page of a row of `links`, as JSON; null for links without one. */
export const READ_PAGE = `
  case when coalesce(links.title, apps.app_store_id) is not null then json_build_object(
    'clipboard', apps.ios_clipboard,
    'content', json_build_object(
      'title', coalesce(links.title, apps.name),
      'description', coalesce(links.description, apps.description),
      'image', coalesce(links.image_url, apps.image_url),
      'appStoreId', apps.app_store_id,
      'package', case when apps.settings @? '$.certificate_fingerprints[0]' then apps.bundle_id end,
      'texts', accounts.link_page_texts)::text) end`;
