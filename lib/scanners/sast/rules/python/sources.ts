import type { Source } from '../../rule.ts';

export const sources: readonly Source[] = [
  {
    what: 'value of the request',
    read: [
      '*.request.{args,form,values,json,data,cookies,headers,files,GET,POST,body,COOKIES,FILES,META,query_params}',
      'request.{args,form,values,json,data,cookies,headers,files,GET,POST,body,COOKIES,FILES,META,query_params}',
    ],
  },
];
