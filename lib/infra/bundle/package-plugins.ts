import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { lambdaRuntime } from './lambda-runtime.ts';

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

const described = /(\bdescription:\s*)(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** Empties the descriptions of fields and answers, which only the documents show. Lines stay where they are. */
const undescribedFields: Plugin = {
  name: 'undescribed-fields',
  setup: ({ onLoad }) => {
    onLoad(
      { filter: /[\\/](?:lib[\\/]contract[\\/]schemas[\\/].*|functions[\\/]api[\\/].*[\\/]endpoint)\.ts$/ },
      async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replaceAll(described, "$1''"),
        loader: 'ts',
      }),
    );
  },
};

/** Leaves of packages what a Lambda needs. */
export const packagePlugins: Plugin[] = [
  environmentCredentials,
  clientVersions,
  lambdaRuntime,
  undescribedSchemas,
  undescribedFields,
];
