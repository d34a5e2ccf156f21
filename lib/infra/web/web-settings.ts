import * as z from 'zod';
import { flag } from '../setting-types.ts';

/** The settings of the web console. */
export const webSettings = {
  console: flag.default(true).meta({
    description:
      'Deploys the web console: a bucket with its files, and a CloudFront distribution in front of it and the API. `off` omits both, for a deployment that only pipelines use, or one with its own distribution.',
  }),
  certificateArn: z
    .string()
    .regex(/^(?:arn:aws[a-z-]{0,20}:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36})?$/, {
      message: 'the ARN of a certificate in us-east-1, where CloudFront looks for it',
    })
    .default('')
    .meta({
      description:
        'ARN of the ACM certificate in us-east-1 for the host of `publicUrl`. Unset: the distribution uses its own domain name.',
    }),
};

type WebSettings = z.infer<z.ZodObject<typeof webSettings>> & { publicUrl: string };

/** Checks what the settings of the console mean together. */
export const refineWeb = (given: WebSettings, context: z.RefinementCtx<WebSettings>): void => {
  if (given.certificateArn === '') return;
  const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['certificateArn'], message });
  if (!given.console) wrong('certificateArn is for the distribution of the console, which is off');
  if (given.publicUrl === '') wrong('certificateArn needs publicUrl, whose host it is for');
};
