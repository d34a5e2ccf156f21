import type { Source } from '../../rule.ts';

const parts =
  '{query,body,params,param,cookies,headers,files,file,originalUrl,url,hostname,signedCookies,rawBody}';

export const sources: readonly Source[] = [
  {
    what: 'value of the request',
    read: [`{req,request}.${parts}`, `{ctx,context}.{query,params,querystring,request,req}`],
  },
];
