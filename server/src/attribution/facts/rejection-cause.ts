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
  | { readonly kind: 'another_model' }
  | { readonly kind: 'another_system' }
  /** The app does not match iPhones and iPads by likeness. */
  | { readonly kind: 'likeness_off' }
  /** There are more clicks on the network than the limit, so that any of them could be anyone's. */
  | { readonly kind: 'crowd'; readonly limit: number }
  /** The best clicks are of different campaigns, and equally similar: this is one of them. */
  | { readonly kind: 'tie' }
  /** Less similar than those. */
  | { readonly kind: 'below_tie' }
  | { readonly kind: 'too_weak'; readonly points: number; readonly needed: number }
  /** Less similar than the click that was chosen. */
  | { readonly kind: 'outdone' }
  /** The model that found the click comes after the one that decided. */
  | { readonly kind: 'outranked'; readonly model: string; readonly by: string };
