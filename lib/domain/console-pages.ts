/** The pages that a person opens in a browser, by their paths. Every link to one is made from here. */
export const consolePages = {
  home: '/console',
  invitation: '/console/invitation',
  device: '/console/device',
  sharedPack: '/console/shared',
} as const;

/** The address of a page. A secret stands behind `#`, which no browser sends, so that no log has it. */
export const consoleUrl = (publicUrl: string, page: keyof typeof consolePages, secret?: string): string =>
  `${publicUrl}${consolePages[page]}${secret === undefined ? '' : `#${secret}`}`;
