import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaRuleTrial } from '#adapters/lambda/rule-trial.ts';
import { env } from '../env.ts';

export const wireRuleTrial = () => lambdaRuleTrial(new LambdaClient(), env('TRY_RULES_FUNCTION'));
