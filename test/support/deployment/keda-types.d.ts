import type { HorizontalPodAutoscalerBehavior } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { ObjectMeta } from 'kubernetes-types/meta/v1.d.ts';

// The schemas of KEDA, as far as our manifests use them: apis/keda/v1alpha1/*_types.go and pkg/scalers/postgresql_scaler.go
// of kedacore/keda, from version 2.17 on. The package @kubernetes-models/keda has all of KEDA's types, and our manifests
// match them, but it needs Node 22 and 28 packages with 26 MB.

interface Resource {
  readonly apiVersion?: 'keda.sh/v1alpha1';
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

export interface TriggerAuthentication extends Resource {
  readonly spec: {
    readonly secretTargetRef?: readonly {
      readonly parameter: PostgresParameter;
      readonly name: string;
      readonly key: string;
    }[];
  };
}

export interface ScaledObject extends Resource {
  readonly spec: {
    readonly scaleTargetRef: {
      readonly apiVersion?: string;
      readonly kind?: string;
      readonly name: string;
      readonly envSourceContainerName?: string;
    };
    readonly pollingInterval?: number;
    readonly initialCooldownPeriod?: number;
    readonly cooldownPeriod?: number;
    readonly idleReplicaCount?: number;
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
    readonly fallback?: {
      readonly failureThreshold: number;
      readonly replicas: number;
      readonly behavior?: 'static' | 'currentReplicas' | 'currentReplicasIfHigher' | 'currentReplicasIfLower';
    };
    readonly advanced?: {
      readonly restoreToOriginalReplicaCount?: boolean;
      readonly horizontalPodAutoscalerConfig?: {
        readonly name?: string;
        readonly behavior?: HorizontalPodAutoscalerBehavior;
      };
    };
    readonly triggers: readonly PostgresTrigger[];
  };
}

/** A trigger's metadata are texts, also numbers. */
interface PostgresTrigger {
  readonly type: 'postgresql';
  readonly name?: string;
  readonly metricType?: 'AverageValue' | 'Value';
  readonly useCachedMetrics?: boolean;
  readonly authenticationRef?: { readonly name: string; readonly kind?: string };
  readonly metadata: {
    readonly query: string;
    readonly targetQueryValue: string;
    readonly activationTargetQueryValue?: string;
  };
}

/** What the scaler reads from a TriggerAuthentication. */
type PostgresParameter = 'connection' | 'host' | 'port' | 'userName' | 'dbName' | 'sslmode' | 'password';
