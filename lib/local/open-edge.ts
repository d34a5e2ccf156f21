import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BucketFiles } from '@scangate/emulator-aws/cloudfront/bucket-origin';
import { openDistribution } from '@scangate/emulator-aws/cloudfront/distribution';
import { openGateway, type GatewayOptions } from '@scangate/emulator-aws/gateway/server';
import { startStage } from '@scangate/emulator-aws/gateway/stage-server';
import type { DistributionPlan } from '@scangate/emulator-aws/template/distribution-plan';

/** The path of a request from a browser or pipeline to the functions. */
export interface Edge {
  /** Serves the one origin of the console and the API. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The address of the gateway itself, with its stage. */
  gatewayUrl: string;
  close(): Promise<void>;
}

export interface EdgeOptions {
  gateway: GatewayOptions;
  /** Absent in an app without a console. */
  distribution: DistributionPlan | undefined;
  /** The files of the console. */
  files: BucketFiles;
  requestTimeoutMs: number | undefined;
}

/** Puts the distribution of the templates in front of the gateway, which keeps its own address. */
export const openEdge = async (options: EdgeOptions): Promise<Edge> => {
  const { distribution: plan, files, requestTimeoutMs } = options;
  const { api, now, report } = options.gateway;
  const gateway = openGateway(options.gateway);
  const server = await startStage(gateway, api.stage, { now, report, requestTimeoutMs });
  const gatewayUrl = `${server.url}/${api.stage}`;
  if (!plan) return { handle: gateway, gatewayUrl, close: server.close };
  const distribution = openDistribution({ plan, gatewayUrl: server.url, filesOf: () => files });
  return {
    handle: distribution.handle,
    gatewayUrl,
    close: async () => {
      distribution.close();
      await server.close();
    },
  };
};
