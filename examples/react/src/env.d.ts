interface ImportMeta {
  readonly env: { readonly TRIBUTARY_URL: string; readonly API_KEY: string };
}
