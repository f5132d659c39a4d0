// What the guide uses of Eleventy, which has no types of its own.
declare module '@11ty/eleventy' {
  export interface UserConfig {
    setLibrary(extension: string, library: import('markdown-it').default): void;
    addTemplate(path: string, content: string, data: Record<string, unknown>): void;
    addTransform(name: string, transform: (content: string, outputPath: string) => string): void;
  }
  class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: null; config: (config: UserConfig) => void },
    );
    write(): Promise<void>;
  }

  // biome-ignore lint/style/noDefaultExport: it is Eleventy's.
  export { Eleventy as default };
}
