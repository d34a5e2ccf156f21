/** The fields of package.json that are read or written here. */
export interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** The modules that users import, by what they write after the name of the package. */
const modules = { '.': 'index', './webhooks': 'webhooks' };

/** Names the built files in place of the sources, and leaves out what serves development alone. */
export const publishedManifest = (source: Manifest): Manifest => {
  const { private: _private, scripts: _scripts, devDependencies: _dev, exports: _exports, ...kept } = source;
  return {
    ...kept,
    sideEffects: false,
    files: ['dist'],
    exports: Object.fromEntries(
      Object.entries(modules).map(([path, file]) => [
        path,
        { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
      ]),
    ),
  };
};
