import { SFNClient } from '@aws-sdk/client-sfn';
import { workflowStarter, workflowStopper } from '../../adapters/step-functions/workflow.ts';
import { env } from '../env.ts';

export const wireStarter = () => workflowStarter(new SFNClient(), env('SCAN_WORKFLOW_ARN'));
export const wireStopper = () => workflowStopper(new SFNClient(), env('SCAN_WORKFLOW_ARN'));
