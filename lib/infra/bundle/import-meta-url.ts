import { pathToFileURL } from 'node:url';

/** Stands for `import.meta.url` in a CommonJS bundle. */
export const importMetaUrl: string = /* @__PURE__ */ pathToFileURL(__filename).href;
