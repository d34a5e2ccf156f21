import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';

/**
 * Replaces the SDK's chain of credential sources with its first link. Lambda gives credentials in the environment only,
 * and the other links are a ninth of a bundle.
 */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'environment-credentials',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, ({ pluginData: resolveDir }) => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
      resolveDir,
    }));
  },
};

/** Leaves the version in a client's package.json, all that the client reads of it. */
const clientVersions: Plugin = {
  name: 'client-versions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk[\\/]client-[a-z-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** The same class as the SDK's, by Node's own CRC-32. The SDK's computes its table at each start. */
const nativeCrc32 = `
import { crc32 } from 'node:zlib';
export class Crc32Js {
  digestLength = 4;
  value = 0;
  update(data) { this.value = crc32(data, this.value); }
  digestSync() { return this.value >>> 0; }
  async digest() {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, this.digestSync(), false);
    return bytes;
  }
  reset() { this.value = 0; }
}`;

/** The SDK takes it where Node has been built without cryptography. */
const noSha256 = `
export class Sha256Js { constructor() { throw new Error('Node has its own SHA-256'); } }`;

/** Reads the environment and no files, which a Lambda does not have; each miss of a file costs an error and its stack. */
const environmentConfiguration = `
export const loadConfig = ({ environmentVariableSelector, default: otherwise }, options = {}) => {
  const read = () => {
    try { return environmentVariableSelector(process.env, options); } catch { return undefined; }
  };
  const load = async () => read() ?? (typeof otherwise === 'function' ? await otherwise() : otherwise);
  let loaded;
  return () => (loaded ??= load());
};`;

/** A Lambda knows its region by its environment; only a machine of EC2 asks another host. */
const noInstanceRegion = 'export const getInstanceMetadataRegion = async () => undefined;';

/** No client here has chosen the adaptive mode of retries. */
const noAdaptiveRetries = `
export class AdaptiveRetryStrategy {
  constructor() { throw new Error('the adaptive mode of retries is not in the bundle'); }
}`;

/** Formats the headers of messages in a stream of events, which no function here sends. */
const noEventHeaders = `
export class HeaderFormatter {
  format() { throw new Error('the headers of events are not in the bundle'); }
}`;

/** Remembers the last used; the SDK keeps discovered endpoints in it, which DynamoDB does not ask for. */
const lruCache = `
export default class LruCache {
  constructor(capacity) { this.capacity = capacity; this.items = new Map(); }
  has(key) { return this.items.has(key); }
  peek(key) { return this.items.get(key); }
  get(key) {
    if (!this.items.has(key)) return undefined;
    const value = this.items.get(key);
    this.items.delete(key);
    this.items.set(key, value);
    return value;
  }
  set(key, value) {
    this.items.delete(key);
    this.items.set(key, value);
    if (this.items.size > this.capacity) this.items.delete(this.items.keys().next().value);
  }
  clear() { this.items.clear(); }
}`;

const replacements: readonly (readonly [filter: RegExp, contents: string])[] = [
  [/@smithy[\\/]core[\\/].*[\\/]Crc32Js\.js$/, nativeCrc32],
  [/@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/, noSha256],
  [/@smithy[\\/]core[\\/].*[\\/]node-config-provider[\\/]configLoader\.js$/, environmentConfiguration],
  [/@smithy[\\/]core[\\/].*[\\/]getInstanceMetadataRegion\.js$/, noInstanceRegion],
  [/@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/, noAdaptiveRetries],
  [/@smithy[\\/]signature-v4[\\/].*[\\/]HeaderFormatter\.js$/, noEventHeaders],
  [/[\\/]mnemonist[\\/]lru-cache\.js$/, lruCache],
];

/** Replaces modules for other runtimes by what Lambda's runtime needs. */
const lambdaRuntime: Plugin = {
  name: 'lambda-runtime',
  setup: ({ onLoad }) => {
    for (const [filter, contents] of replacements) onLoad({ filter }, () => ({ contents }));
  },
};

const exportedName = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/** Leaves out how schemas describe themselves as JSON Schema: the API is described before it is deployed. */
const undescribedSchemas: Plugin = {
  name: 'undescribed-schemas',
  setup: ({ onLoad }) => {
    onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const names = [...source.matchAll(exportedName)].map(([, declared, renamed]) => declared ?? renamed);
        return {
          contents: [
            "const refuse = () => { throw new Error('no function describes its schemas'); };",
            `export { ${names.map((name) => `refuse as ${name}`).join(', ')} };`,
          ].join('\n'),
        };
      },
    );
  },
};

/** Leaves of packages what a Lambda needs. */
export const packagePlugins: Plugin[] = [
  environmentCredentials,
  clientVersions,
  lambdaRuntime,
  undescribedSchemas,
];
