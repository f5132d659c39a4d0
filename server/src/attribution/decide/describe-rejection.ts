import { describeDuration } from '../facts/describe-duration.ts';
import type { RejectionCause } from '../facts/rejection-cause.ts';

/** The sentence that people read about a click that is not the cause of an install. */
export function describeRejection(cause: RejectionCause): string {
  switch (cause.kind) {
    case 'no_such_click':
      return 'there is no such click';
    case 'bot':
      return 'the click was made by a bot';
    case 'repeat':
      return 'the click repeats another one';
    case 'another_app':
      return 'the click belongs to another app';
    case 'after_install':
      return `clicked ${describeDuration(cause.lateMs)} after the install`;
    case 'outside_window':
      return `clicked ${describeDuration(cause.beforeMs)} before the install, outside the window of ${describeDuration(cause.windowMs)}`;
    case 'after_store_began':
      return 'clicked after the store began the install';
    case 'clicked_again':
      return 'the same device clicked again later';
    case 'led_to_another':
      return 'it led to the install of another device, which is identified by it';
    case 'made_by_another':
      return 'made by another device, identified by its id';
    case 'another_country':
      return 'made in another country';
    case 'another_model':
      return 'another device model';
    case 'another_system':
      return 'another operating system or version';
    case 'likeness_off':
      return 'the app does not match iPhones and iPads by likeness';
    case 'too_unlikely':
      return `not likely enough: ${cause.percent} % of what is possible, and ${cause.needed} % are needed`;
    case 'outweighed':
      return `another click is more likely: the campaign of this one has ${cause.percent} % of what is possible`;
    case 'outranked':
      return `${cause.by} comes before ${cause.model}`;
  }
}
