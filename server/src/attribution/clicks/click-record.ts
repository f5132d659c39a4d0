/** A click as it is stored. */
export interface ClickRecord {
  readonly customer_id: string;
  readonly click_id: string;
  readonly app_id: string;
  readonly link_id: string | null;
  readonly campaign_id: string | null;
  readonly channel: string;
  /** `link` for a visit, `event` for a click reported by an SDK, `re_engagement` for an app opened by a link. */
  readonly source: 'link' | 'event' | 're_engagement';
  /** Unix ms. */
  readonly clicked_at: number;
  /** Unix ms. */
  readonly recorded_at: number;
  readonly gaid: string | null;
  readonly android_id: string | null;
  readonly idfv: string | null;
  readonly idfa: string | null;
  /** The installation whose SDK reported it; null for a visit. */
  readonly installation_id: string | null;
  /** As returned by maskedNetwork. */
  readonly ip_network: string | null;
  /** Of the network, two letters. */
  readonly country: string | null;
  readonly user_agent: string | null;
  readonly device_model: string | null;
  readonly os_name: string | null;
  readonly os_version: string | null;
  readonly language: string | null;
  /** JSON text of an object of strings. */
  readonly visit_params: string | null;
  /** Why the click can never be credited with an install; null for one that can. */
  readonly excluded_because: 'bot' | 'repeat' | null;
  /** The click that this one repeats or belongs to. */
  readonly original_click_id: string | null;
  /** The place of the link's rule that it followed, from 0; null for none. */
  readonly rule_index: number | null;
  /** Where that rule led. */
  readonly rule_url: string | null;
  /** Of the code that the visitor was given for the clipboard, as PostgreSQL reads bytes; null for none. */
  readonly code_hash: string | null;
}
