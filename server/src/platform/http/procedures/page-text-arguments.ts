import { z } from 'zod';
import { MAX_URL } from '../../values/max-url.ts';
import { text } from './argument-types.ts';

const MAX_TEXT = 300;

const shown = text(MAX_TEXT).pipe(z.string().trim().min(1, 'must not be empty'));

/** URLs may have hosts with `;` or `*` in them, which mean something in a policy. */
const IMAGE_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** Its origin becomes part of a policy, and the page is served over https, where no other image is shown. */
const imageUrl = text(MAX_URL).superRefine((given, ctx) => {
  const url = URL.parse(given);
  const problem =
    !/^https:\/\/[^/]/i.test(given) || url === null || /[\s\\\p{Cc}\p{Cf}]/u.test(given)
      ? 'must be an https URL'
      : url.username !== '' || url.password !== ''
        ? 'must not contain user information'
        : IMAGE_HOST.test(url.hostname)
          ? null
          : 'must have a host of letters, digits, dots and hyphens';
  if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
});

/** What the landing page of a link shows, and a preview of it: of a link, or of an app for all its links. */
export const PAGE_ARGUMENTS = { p_title: shown, p_description: shown, p_image_url: imageUrl } as const;
