/** `npm run export:openapi`: the OpenAPI document of the wire, on standard output. */
import { openApiDocument } from '@strata/contract/openapi'

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
