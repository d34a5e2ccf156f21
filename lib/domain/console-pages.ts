/** The pages of the console that links lead to, by their paths. Every such link is built from this table. */
export const consolePages = {
  home: '/console',
  invitation: '/console/invitation',
  device: '/console/device',
  sharedPack: '/console/shared',
} as const;

/** The URL of a page. A secret goes after the `#`, which no browser sends, so that no log has it. */
export const consoleUrl = (publicUrl: string, page: keyof typeof consolePages, secret?: string): string =>
  `${publicUrl}${consolePages[page]}${secret === undefined ? '' : `#${secret}`}`;
