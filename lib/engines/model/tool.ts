import manifest from '../package.json' with { type: 'json' };

/** The tool that documents and reports name as their author. */
export const tool = {
  name: 'scangate',
  vendor: 'Scangate',
  version: manifest.version,
  /** A reserved name stands in until the documentation has a public address. */
  informationUri: 'https://scangate.example/docs',
} as const;
