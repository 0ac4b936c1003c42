// expect: no-call-path
export const query = { id: 'tree.agentQuery', path: '/api/agent/query' }
