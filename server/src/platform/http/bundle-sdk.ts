import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { BUNDLE_OPTIONS, TERSER_OPTIONS, WEB_INPUT } from '@tributary/sdk/served/bundle-options';
import { VERSION } from '@tributary/sdk/wire/sdk-version';
import { type EncodedBody, encodeBody } from './answers/encode-body.ts';

/** What a web page can load of the SDK. */
export type SdkBundleName = 'module' | 'script';

export interface SdkBundle {
  /** Changes whenever the content does: the SDK's version and a part of the content's hash. */
  readonly version: string;
  /** For the `integrity` attribute of the page's tag. */
  readonly integrity: string;
  readonly body: EncodedBody;
}

const FORMATS = { module: 'esm', script: 'iife' } as const;

/** Bundles the SDK for web pages: a module, or a classic script that defines `window.Tributary`. */
export async function bundleSdk(name: SdkBundleName): Promise<SdkBundle> {
  // A service that serves no bundle starts without it.
  const [{ rolldown }, { minify }, { gzipAsync: gzipSmall }] = await Promise.all([
    import('rolldown'),
    import('terser'),
    import('@gfx/zopfli'),
  ]);
  const bundle = await rolldown({
    input: fileURLToPath(import.meta.resolve(`@tributary/sdk/served/${name}`)),
    ...WEB_INPUT,
  });
  const { output } = await bundle.generate({ ...BUNDLE_OPTIONS, format: FORMATS[name] });
  await bundle.close();
  const { code = '' } = await minify(output[0].code, TERSER_OPTIONS);
  const identity = new Uint8Array(Buffer.from(code));
  const hash = createHash('sha256').update(identity).digest('hex');
  return {
    version: `${VERSION}-${hash.slice(0, 8)}`,
    integrity: `sha384-${createHash('sha384').update(identity).digest('base64')}`,
    body: {
      ...(await encodeBody(identity)),
      gzip: new Uint8Array(await gzipSmall(identity, { numiterations: 5 })),
    },
  };
}
