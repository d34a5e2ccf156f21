import { changeRules } from '#app/policy/rules/change-rules.ts';
import { gateEtag } from '@scangate/domain/policy/gate-view';
import { rulesView } from '@scangate/domain/policy/change-custom-rules';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireRuleTrial } from '#runtime/wire/rule-trial.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch, ruleTrial: wireRuleTrial },
  async ({ caller, body: { rules }, headers, now }, ports) => {
    const request = { caller, rules, ifMatch: headers['if-match'] };
    const gate = await changeRules(request, ports, now);
    return { status: 200, headers: { ETag: gateEtag(gate) }, body: rulesView(gate, rules) };
  },
);
