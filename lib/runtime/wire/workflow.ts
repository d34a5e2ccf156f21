import { SFNClient } from '@aws-sdk/client-sfn';
import {
  auditorPackStarter,
  erasureStarter,
  exportStarter,
  historyStarter,
  rechargeStarter,
  watchStarter,
  workflowResumer,
  workflowStarter,
  workflowStopper,
} from '#adapters/step-functions/workflow.ts';
import { env } from '../env.ts';

export const wireWorkflowStarter = () => workflowStarter(new SFNClient(), env('SCAN_WORKFLOW_ARN'));
export const wireWorkflowResumer = () => workflowResumer(new SFNClient(), env('SCAN_WORKFLOW_ARN'));
export const wireWorkflowStopper = () => workflowStopper(new SFNClient(), env('SCAN_WORKFLOW_ARN'));
export const wireRechargeStarter = () => rechargeStarter(new SFNClient(), env('RECHARGE_WORKFLOW_ARN'));
export const wireWatchStarter = () => watchStarter(new SFNClient(), env('WATCH_WORKFLOW_ARN'));
export const wireErasureStarter = () => erasureStarter(new SFNClient(), env('ERASURE_WORKFLOW_ARN'));
export const wireExportStarter = () => exportStarter(new SFNClient(), env('EXPORT_WORKFLOW_ARN'));
export const wireHistoryStarter = () => historyStarter(new SFNClient(), env('HISTORY_WORKFLOW_ARN'));
export const wireAuditorPackStarter = () =>
  auditorPackStarter(new SFNClient(), env('AUDITOR_PACK_WORKFLOW_ARN'));
