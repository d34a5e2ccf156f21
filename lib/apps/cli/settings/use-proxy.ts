const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];

/**
 * Sends requests through the proxy that the environment names. A Node version that reads these variables only at its
 * start is restarted. @returns the exit code of that process
 */
export const useProxy = async (environment: NodeJS.ProcessEnv): Promise<number | undefined> => {
  const isNamed = variables.some((name) => (environment[name] ?? '') !== '');
  if (!isNamed || environment['NODE_USE_ENV_PROXY'] !== undefined) return undefined;
  const { default: http } = await import('node:http');
  if ('setGlobalProxyFromEnv' in http) {
    http.setGlobalProxyFromEnv();
    return undefined;
  }
  const { spawnSync } = await import('node:child_process');
  const { status } = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...environment, NODE_USE_ENV_PROXY: '1' },
  });
  return status ?? 3;
};
