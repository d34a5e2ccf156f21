import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { sha256 } from '@scangate/engines/model/digest';

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

/** Follows no input that contains itself: no JSON does, and each array and object that is validated would be noted down. */
const acyclicInput = `
export class $ZodCyclicError extends Error {}
export const memoizer = () => undefined;
export const isRecursiveSchema = () => true;
export const isBackEdge = () => false;`;

interface Replacement {
  filter: RegExp;
  /** The SHA-256, in hex, of the module that is replaced. */
  replaced: string;
  contents: string;
}

const smithyCore = (path: string): RegExp => new RegExp(`@smithy[\\\\/]core[\\\\/].*[\\\\/]${path}\\.js$`);

/** The modules that are replaced. A build with other ones of these names fails, until somebody has compared them. */
export const replacements: readonly Replacement[] = [
  {
    filter: smithyCore('Crc32Js'),
    replaced: '3edb3089f1774cafe7ceda7ce598ee0ea07b92f41f395c511963460cdfd46e36',
    contents: nativeCrc32,
  },
  {
    filter: smithyCore('Sha256Js'),
    replaced: '54d26649ccb5c6f5d34f89bf22167db9f91eeab6c05af115f7b0dbf041081ec4',
    contents: noSha256,
  },
  {
    filter: smithyCore('node-config-provider[\\\\/]configLoader'),
    replaced: '52d078dae8acaf82da89c16c94bb6b0a7f6e60ddac4662289e9154fe581a03fa',
    contents: environmentConfiguration,
  },
  {
    filter: smithyCore('getInstanceMetadataRegion'),
    replaced: 'da6d439b0eb4d93a17f5919d6e9d349b3931b2ac9e913b13b7abe3e4f61ee9fa',
    contents: noInstanceRegion,
  },
  {
    filter: smithyCore('util-retry[\\\\/]AdaptiveRetryStrategy'),
    replaced: '826965148cb6b0f7aae779bcc88909a275b3551f139da9d848b8558cd4463c8e',
    contents: noAdaptiveRetries,
  },
  {
    filter: /@smithy[\\/]signature-v4[\\/].*[\\/]HeaderFormatter\.js$/,
    replaced: 'd82a105e2abe3fbd67a4c0310d48f7b93354813de1dbf98083f76fd08d4583e7',
    contents: noEventHeaders,
  },
  {
    filter: /[\\/]mnemonist[\\/]lru-cache\.js$/,
    replaced: 'd9f8a9dd3200e1a41b7d45cc811a64163b48cd892852040e888e6bf05ef33140',
    contents: lruCache,
  },
  {
    filter: /[\\/]zod[\\/]v4[\\/]core[\\/]memoizer\.js$/,
    replaced: '18a3188c51229d9189a5408b0b7fbc3e121b55c2b4c3c406d79cb9b77e7ad964',
    contents: acyclicInput,
  },
];

/** Replaces modules for other runtimes by what Lambda's runtime needs. */
export const lambdaRuntime: Plugin = {
  name: 'lambda-runtime',
  setup: ({ onLoad }) => {
    for (const { filter, replaced, contents } of replacements)
      onLoad({ filter }, async ({ path }) => {
        if (sha256(await readFile(path)) === replaced) return { contents };
        const text = `${path} is not the module that lib/infra/bundle/lambda-runtime.ts replaces: compare the two`;
        return { errors: [{ text }] };
      });
  },
};
