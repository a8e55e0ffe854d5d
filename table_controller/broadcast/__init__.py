"""MQTT: topics, envelope, outbox, brokers."""
