-- The span that the trace of a run goes on from, as a W3C traceparent; null while traces are off, or for a run that is not sampled.
alter table workqueues add column trace text;
