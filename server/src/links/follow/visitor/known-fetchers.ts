/** Of programs that only look at pages, whatever they call themselves: in a name with a version and nothing else. */
const FETCHING =
  /^meta-|fetch|crawl|spider|scan|probe|monit|uptime|webhook|favicon|preview|unfurl|health|prometheus|grafana|chatgpt|perplexity/i;

/** Those whose name does not say so. In lower case. */
const NAMES = new Set(
  `adreview apachebench apple-pubsub arachni asnriskscorer bidtellect blogtrottr castopod collectd cortex crusty
  disqus emclient fastmailua fdm gbrmss gigablastopensource githubcopilotchat gobuster goose greedyhand gvfs hakai
  hydrozen.io ifttt-protocol insomania kiwitcms-gitops klaviyo kowai l9explore l9tcpid lavf letrixlabs lmao lolisec
  lwp-trivial magicsearchdev matomo mediahubmx microsoft-cryptoapi microsoft-webdav-miniredir multi-country-domains
  ning nsfw-go-placeholder-filter omnisend pingping.io placid.app pocketimagecache potions reelevant robozilla
  rootevidence scamadviserexternalhit scooter secweb-sectxt sfdc-callout shodan-pull sixy.ch snipcart spotify
  sqalix-geral-worker survey-security-dot-txt transmission trustly tumblr upflow webcollage webcollage.original
  webmon whatweb wordupindexinfo1 yokoygroupag`.split(/\s+/),
);

/** Whether a bare name is that of a program which fetches pages for no one. @param text `Name/1.2` */
export function isKnownFetcher(text: string): boolean {
  const name = text.slice(0, text.indexOf('/'));
  return FETCHING.test(name) || NAMES.has(name.toLowerCase());
}
