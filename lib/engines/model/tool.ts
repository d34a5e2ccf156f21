import manifest from '../package.json' with { type: 'json' };

/** The tool that documents and reports name as their author. */
export const tool = {
  name: 'scangate',
  vendor: 'Scangate',
  version: manifest.version,
  /** A reserved name is used until the documentation has a public URL. */
  informationUri: 'https://scangate.example/docs',
} as const;
