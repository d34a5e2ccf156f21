import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaDeliveryStarter, lambdaEventDispatch } from '#adapters/lambda/event-functions.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';

export const wireEventDispatch = () =>
  lambdaEventDispatch({ client: new LambdaClient(), functionName: env('DISPATCH_EVENTS_FUNCTION'), log });

export const wireDeliveryStarter = () =>
  lambdaDeliveryStarter({ client: new LambdaClient(), functionName: env('DELIVER_FUNCTION'), log });
