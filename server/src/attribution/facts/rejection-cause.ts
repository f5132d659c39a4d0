/** Why a click is not the cause of an install. `decide/describe-rejection.ts` has a sentence for each. */
export type RejectionCause =
  | { readonly kind: 'no_such_click' }
  | { readonly kind: 'bot' }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'another_app' }
  | { readonly kind: 'after_install'; readonly lateMs: number }
  | { readonly kind: 'outside_window'; readonly beforeMs: number; readonly windowMs: number }
  | { readonly kind: 'after_store_began' }
  /** The same device clicked again later. */
  | { readonly kind: 'clicked_again' }
  /** The click is known to have led to the install of another device. */
  | { readonly kind: 'led_to_another' }
  | { readonly kind: 'made_by_another' }
  /** Of the click's network, when it was made, the service knew another country than of the install's. */
  | { readonly kind: 'another_country' }
  | { readonly kind: 'another_model' }
  | { readonly kind: 'another_system' }
  /** The app does not match iPhones and iPads by likeness. */
  | { readonly kind: 'likeness_off' }
  /** Its campaign has too small a share of everything that is possible, in per cent. */
  | { readonly kind: 'too_unlikely'; readonly percent: number; readonly needed: number }
  /** Another click was chosen; the share of this one's campaign, in per cent. */
  | { readonly kind: 'outweighed'; readonly percent: number }
  /** The model that found the click comes after the one that decided. */
  | { readonly kind: 'outranked'; readonly model: string; readonly by: string };
